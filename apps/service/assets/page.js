// @ts-check
// Adds copy buttons to code blocks. Without this script, readers select and copy the text themselves.
for (const block of document.querySelectorAll('[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
    button.textContent = 'Copied';
  });
  block.append(button);
}
