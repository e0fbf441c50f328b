// A worker process that is never done.
process.on('message', () => {
  for (;;) process.hrtime();
});
process.send?.('ready');
