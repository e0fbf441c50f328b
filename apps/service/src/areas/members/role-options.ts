/** The options for roles in a form. */
export const ROLE_OPTIONS = [
  ['member', 'Member: reads everything and writes content'],
  ['owner', 'Owner: also changes settings, members and invites'],
] as const;
