// A worker process that never finishes.
process.on('message', () => {
  for (;;) process.hrtime();
});
process.send?.('ready');
