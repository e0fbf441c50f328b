import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, createFileRegistry, type DescMessage, fromBinary } from '@bufbuild/protobuf';
import { type DescriptorProto, type FileDescriptorProto, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';

/** The package ships the official .proto files. */
const PROTO_FOLDER = dirname(createRequire(import.meta.url).resolve('@elastic/mockotlpserver/package.json'));
const PROTO_FILE = 'opentelemetry/proto/collector/trace/v1/trace_service.proto';
/** The packages in the order of their imports. */
const PROTO_PACKAGES = ['common', 'resource', 'trace', 'collector.trace'].map(
  (name) => `opentelemetry.proto.${name}.v1`,
);

/** Returns the schema of `ExportTraceServiceRequest` from the official .proto files. */
export function loadRequestSchema(): DescMessage {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(PROTO_FOLDER, target);
  root.loadSync(PROTO_FILE, { keepCase: true }).resolveAll();
  // The types of protobufjs do not declare the method that its extension adds.
  if (!('toDescriptor' in root && typeof root.toDescriptor === 'function'))
    throw new Error('protobufjs writes no descriptors');
  const bytes = descriptor.FileDescriptorSet.encode(root.toDescriptor('proto3')).finish();
  const files = fromBinary(FileDescriptorSetSchema, bytes).file;
  const file = PROTO_PACKAGES.flatMap((name) => files.filter((each) => each.package === name));
  for (const [index, each] of file.entries()) completeFile(root, each, file.slice(0, index));
  const schema = createFileRegistry(create(FileDescriptorSetSchema, { file })).getMessage(
    'opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
  );
  if (schema === undefined) throw new Error(`${PROTO_FILE} does not define ExportTraceServiceRequest`);
  return schema;
}

/** Adds the properties that protobufjs omits from descriptors: the imports, the names in JSON, and the full names of the types. */
function completeFile(root: protobuf.Root, file: FileDescriptorProto, imports: readonly FileDescriptorProto[]): void {
  file.dependency = imports.map(({ name }) => name);
  file.service = [];
  for (const message of file.messageType) completeMessage(root, message, `${file.package}.${message.name}`);
}

function completeMessage(root: protobuf.Root, message: DescriptorProto, fullName: string): void {
  const { fields } = root.lookupType(fullName);
  for (const field of message.field) {
    field.jsonName = field.name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (field.typeName !== '') field.typeName = fields[field.name]?.resolvedType?.fullName ?? '';
  }
  for (const nested of message.nestedType) completeMessage(root, nested, `${fullName}.${nested.name}`);
}
