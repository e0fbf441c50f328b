import { truncate } from '@context-sync/base';
import type { Json } from './json-value.ts';
import type { ContentView, RawView } from './operation-view.ts';
import { truncateJson } from './truncate-json.ts';

/** Maximum number of entries of a list, such as parameters or responses, that are kept. */
const MAX_LISTED = 40;
const MAX_MEDIA_TYPES = 3;

/** Shortens a view to about `maxChars` characters. Each part of the view gets an equal share. */
export function shortenOperationView(view: RawView, maxChars: number): RawView {
  const parts =
    4 +
    Math.min(MAX_LISTED, view.parameters.length) +
    MAX_MEDIA_TYPES * (1 + Math.min(MAX_LISTED, view.responses.length));
  // Half of the characters are reserved for names and punctuation.
  const share = Math.floor(maxChars / 2 / parts);
  const truncateText = (value: string) => truncate(value, share);
  const omitDescription = ({ description }: { readonly description?: string }) =>
    description === undefined ? {} : { description: truncateText(description) };
  const shortenSchema = (value: Json | undefined) =>
    value === undefined ? {} : { schema: truncateJson(value, share) };
  const shortenContents = (content: readonly ContentView[]) =>
    content
      .slice(0, MAX_MEDIA_TYPES)
      .map((each) => ({ mediaType: truncateText(each.mediaType), ...shortenSchema(each.schema ?? each.itemSchema) }));
  const { operationId, summary, requestBody } = view;
  return {
    ...(view.kind === undefined ? {} : { kind: view.kind }),
    method: view.method,
    path: view.path,
    ...(view.callback === undefined ? {} : { callback: view.callback }),
    deprecated: view.deprecated,
    ...(operationId === undefined ? {} : { operationId }),
    ...(summary === undefined ? {} : { summary: truncateText(summary) }),
    ...omitDescription(view),
    tags: view.tags.slice(0, MAX_LISTED).map(truncateText),
    servers: view.servers.slice(0, MAX_MEDIA_TYPES).map(truncateText),
    security: view.security.slice(0, MAX_MEDIA_TYPES).map(truncateText),
    parameters: view.parameters.slice(0, MAX_LISTED).map((each) => ({
      name: truncateText(each.name),
      in: truncateText(each.in),
      required: each.required,
      ...omitDescription(each),
      ...shortenSchema(each.schema),
    })),
    ...(requestBody
      ? {
          requestBody: {
            required: requestBody.required,
            ...omitDescription(requestBody),
            content: shortenContents(requestBody.content),
          },
        }
      : {}),
    responses: view.responses.slice(0, MAX_LISTED).map((each) => ({
      status: truncateText(each.status),
      ...omitDescription(each),
      content: shortenContents(each.content),
    })),
  };
}
