/** The JSON body of requests and responses: about 1 kB, without secrets. */
export const RESPONSE = {
  id: 4211,
  name: 'Rex',
  kind: 'dog',
  weight: 4200,
  vaccinated: true,
  owner: { name: 'Ann Example', email: 'ann@example.com', city: 'Springfield' },
  notes: 'Likes long walks, does not like the vacuum cleaner. '.repeat(8),
  visits: Array.from({ length: 6 }, (_, index) => ({
    at: `2026-0${index + 1}-01T10:00:00Z`,
    reason: 'check-up',
    cost: 40,
  })),
};

export const REQUEST_BODY = JSON.stringify(RESPONSE);
