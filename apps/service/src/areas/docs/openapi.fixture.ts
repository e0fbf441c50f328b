/** An OpenAPI document with operations that are hard to lay out. */
export const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0', description: 'All about pets.' },
  servers: [{ url: 'https://api.example.com/v1' }, { url: 'https://staging.example.com/v1' }],
  security: [{ token: [] }],
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  paths: {
    '/pets/{petId}': {
      put: {
        operationId: 'replaceAPetWithAVeryLongNameThatDoesNotFitIntoANarrowPage',
        tags: ['Pets'],
        deprecated: true,
        description: 'Replaces a pet.\n\n> [!NOTE]\n> It keeps its id.',
        parameters: [
          { name: 'petId', in: 'path', required: true, description: 'Id', schema: { type: 'integer' } },
          {
            name: 'fields',
            in: 'query',
            description: 'Fields of the response',
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'X-Request-Id-Of-The-Client', in: 'header', schema: { type: 'string' } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', description: 'Name', maxLength: 80 },
                  aLongNameOfAProperty: { type: 'object', properties: { inner: { enum: ['one', 'two'] } } },
                },
              },
            },
          },
        },
        responses: {
          200: { description: 'The pet', content: { 'application/json': { schema: { type: 'object' } } } },
          404: { description: 'No such pet' },
        },
      },
      get: {
        operationId: 'getPet',
        tags: ['Pets'],
        summary: 'Get a pet',
        responses: { 200: { description: 'The pet' } },
      },
    },
    '/pets': {
      get: { operationId: 'listPets', summary: 'List pets', responses: { 200: { description: 'The pets' } } },
    },
  },
  webhooks: {
    petAdopted: {
      post: {
        operationId: 'petAdopted',
        tags: ['Events'],
        summary: 'A pet was adopted',
        responses: { 200: { description: 'Received' } },
      },
    },
  },
};
export const LONG_OPERATION = '/reference/replace-apet-with-avery-long-name-that-does-not-fit-into-anarrow-page';
/** An OpenAPI document with 240 operations in six tags. */
export const LARGE_API = {
  ...PETS,
  paths: Object.fromEntries(
    Array.from({ length: 240 }, (_, index) => [
      `/things/${index}`,
      {
        get: {
          operationId: `getThing${index}`,
          summary: `Get thing ${index}`,
          tags: [`Group ${index % 6}`],
          responses: { 200: { description: 'The thing' } },
        },
      },
    ]),
  ),
};
