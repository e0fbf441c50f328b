// This program is a worker process that never responds.
process.on('message', () => {
  for (;;) process.hrtime();
});
process.send?.('ready');
