import { cut } from './inline.ts';
import type { Json } from './json.ts';
import type { ContentView, RawView } from './operation-view.ts';

/** Parameters, answers and the like that are kept of a list. */
const MOST_LISTED = 40;
const MOST_MEDIA_TYPES = 3;

/** What is left of an operation that is too much to be told in so many characters: each of its parts gets its share. */
export function shortenOperationView(view: RawView, most: number): RawView {
  const parts =
    4 +
    Math.min(MOST_LISTED, view.parameters.length) +
    MOST_MEDIA_TYPES * (1 + Math.min(MOST_LISTED, view.responses.length));
  // Names and punctuation take as much as what they hold.
  const share = Math.floor(most / 2 / parts);
  const text = (value: string) => (value.length > share ? `${value.slice(0, share).toWellFormed()}…` : value);
  const described = ({ description }: { readonly description?: string }) =>
    description === undefined ? {} : { description: text(description) };
  const schema = (value: Json | undefined) => (value === undefined ? {} : { schema: cut(value, share) });
  const contents = (content: readonly ContentView[]) =>
    content.slice(0, MOST_MEDIA_TYPES).map((each) => ({ mediaType: text(each.mediaType), ...schema(each.schema) }));
  const { operationId, summary, requestBody } = view;
  return {
    method: view.method,
    path: view.path,
    deprecated: view.deprecated,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary: text(summary) }),
    ...described(view),
    tags: view.tags.slice(0, MOST_LISTED).map(text),
    servers: view.servers.slice(0, MOST_MEDIA_TYPES).map(text),
    security: view.security.slice(0, MOST_MEDIA_TYPES).map(text),
    parameters: view.parameters.slice(0, MOST_LISTED).map((each) => ({
      name: text(each.name),
      in: text(each.in),
      required: each.required,
      ...described(each),
      ...schema(each.schema),
    })),
    ...(requestBody
      ? {
          requestBody: {
            required: requestBody.required,
            ...described(requestBody),
            content: contents(requestBody.content),
          },
        }
      : {}),
    responses: view.responses.slice(0, MOST_LISTED).map((each) => ({
      status: text(each.status),
      ...described(each),
      content: contents(each.content),
    })),
  };
}
