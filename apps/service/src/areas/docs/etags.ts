export { parseEtags } from '../../platform/http/etags.ts';
