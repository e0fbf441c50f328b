import type { SqlContext } from '../../dialect.ts';

/** Creates ports. One of their functions needs more memory than its thread has. */
export function createPorts({ sql }: SqlContext): object {
  return {
    memory: {
      async exhaust() {
        await sql.run("INSERT INTO write_probe (filler) VALUES ('exhaust')").catch(() => undefined);
        const kept: object[] = [];
        for (;;) kept.push({ kept });
      },
    },
  };
}
