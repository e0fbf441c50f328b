/** A valid workflow. Of its operations, the OpenAPI document of the tests contains only `listPets`. */
export const WORKFLOW = {
  workflowId: 'adopt-a-pet',
  summary: 'Adopt a pet',
  description: 'Find a pet that is available, and reserve it for an owner.',
  inputs: { type: 'object', properties: { owner: { type: 'string' } } },
  steps: [
    {
      stepId: 'find',
      description: 'List the pets and take the first one.',
      operationId: 'listPets',
      parameters: [{ name: 'status', in: 'query', value: 'available' }],
      successCriteria: [{ condition: '$statusCode == 200' }],
      outputs: { petId: '$response.body#/0/id' },
    },
    {
      stepId: 'reserve',
      operationId: 'reservePet',
      requestBody: {
        contentType: 'application/json',
        payload: { pet: '$steps.find.outputs.petId', owner: '$inputs.owner' },
      },
      successCriteria: [{ condition: '$statusCode == 201' }],
      onFailure: [
        { name: 'taken', type: 'goto', stepId: 'find', criteria: [{ condition: '$statusCode == 409' }] },
        { name: 'busy', type: 'retry', retryAfter: 5, retryLimit: 3 },
      ],
    },
  ],
} as const;

/** An Arazzo document with components. */
export const DOCUMENT = {
  arazzo: '1.0.1',
  info: { title: 'Pets', version: '1.0.0' },
  sourceDescriptions: [{ name: 'pets', url: './openapi.json', type: 'openapi' }],
  workflows: [
    {
      workflowId: 'feed-a-pet',
      summary: 'Feed a pet',
      'x-public': true,
      inputs: { $ref: '#/components/inputs/pet' },
      parameters: [{ reference: '$components.parameters.page', value: 2 }],
      steps: [
        {
          stepId: 'list',
          operationPath: '{$sourceDescriptions.pets.url}#/paths/~1pets/get',
          onFailure: [{ reference: '$components.failureActions.again' }],
        },
      ],
    },
    WORKFLOW,
  ],
  components: {
    inputs: { pet: { type: 'object', properties: { petId: { type: 'string' } } } },
    parameters: { page: { name: 'page', in: 'query', value: 1 } },
    failureActions: { again: { name: 'again', type: 'retry', retryAfter: 1 } },
  },
};
