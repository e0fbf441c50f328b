const createLimitsDocument = (requests: number, note: string) => `---
title: Limits
---

# Limits

Every project has limits. They protect the API, and they are the same for all plans.

## Rate limits

Each API key may send ${requests} requests per minute. ${note}

\`\`\`http
HTTP/1.1 429 Too Many Requests
Retry-After: 12
\`\`\`

## Body size

A request body may be at most 1 MB. Larger bodies are rejected with status 413.
`;

/** The docs before the pull request. */
export const FIRST_DOCS: Readonly<Record<string, string>> = {
  'docs/index.md':
    '# Welcome\n\nThe Octo API turns charges into receipts. Start with the [quick start](quick-start.md).\n',
  'docs/quick-start.md':
    '# Quick start\n\n## Get a key\n\nOpen **Settings**, then **API keys**.\n\n## Send a request\n\n```sh\ncurl https://api.example.com/v1/charges\n```\n',
  'docs/limits.md': createLimitsDocument(60, 'Above that, wait as long as `Retry-After` asks.'),
  'docs/old-webhooks.md':
    '# Webhooks (v1)\n\nVersion 1 of the webhooks sends form data. Use version 2 for new projects.\n',
};

/** An edit of one sentence, as in the picture of the README. */
export const EDITED_DOCS: Readonly<Record<string, string>> = {
  'docs/limits.md': createLimitsDocument(600, 'Above that, wait as long as `Retry-After` asks.'),
};

/** The changes of the pull request in the pictures of the comment and the summary. */
export const CHANGED_DOCS: Readonly<Record<string, string | null>> = {
  'docs/limits.md': createLimitsDocument(600, 'Above that, the API returns 429; wait as long as `Retry-After` asks.'),
  'docs/webhooks.md':
    '---\npublic: true\n---\n\n# Webhooks\n\nThe API sends a signed JSON body for every event. See [signatures](signatures.md).\n',
  'docs/old-webhooks.md': null,
  'docs/pricing.md': '---\ndraft: true\n---\n\n# Pricing\n\nNot announced yet.\n',
};
