import type { TestService } from './service.ts';

/** An item in the form in which the service returns it. */
export interface ServiceItem {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly public: boolean;
}

/** Returns all items of the project, which are read page by page through the API. */
export async function listItems(service: TestService): Promise<ServiceItem[]> {
  const items: ServiceItem[] = [];
  for (let lastId = ''; ; ) {
    const page = await requestJson<{ items: ServiceItem[]; next: string | null }>(
      service,
      `context?limit=500${lastId}`,
    );
    items.push(...page.items);
    if (page.next === null) return items;
    lastId = `&after=${page.next}`;
  }
}

/** Searches items, best match first. */
export async function searchItems(service: TestService, question: string): Promise<ServiceItem[]> {
  return (await requestJson<{ items: ServiceItem[] }>(service, `context-search?q=${encodeURIComponent(question)}`))
    .items;
}

async function requestJson<T>({ url, project, key }: TestService, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v1/projects/${project}/${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
