import type { TestService } from './service.ts';

/** An item as the service shows it. */
export interface ServiceItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
}

/** Everything in the project, page by page, through the service's own API. */
export async function listItems(service: TestService): Promise<ServiceItem[]> {
  const items: ServiceItem[] = [];
  for (let after = ''; ; ) {
    const page = await ask<{ items: ServiceItem[]; next: string | null }>(service, `context?limit=500${after}`);
    items.push(...page.items);
    if (page.next === null) return items;
    after = `&after=${page.next}`;
  }
}

/** The items that answer a question, best first. */
export async function searchItems(service: TestService, question: string): Promise<ServiceItem[]> {
  return (await ask<{ items: ServiceItem[] }>(service, `context-search?q=${encodeURIComponent(question)}`)).items;
}

async function ask<T>({ url, project, key }: TestService, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v1/projects/${project}/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
