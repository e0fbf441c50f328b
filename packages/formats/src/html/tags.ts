const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements that begin on a line of their own. */
export const BLOCKS = words(
  `address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td
  tfoot th thead tr ul xmp`,
);

/** Elements that never have content. */
export const VOIDS = words(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose content is never for readers. */
export const SILENT = words(
  `applet audio base button canvas datalist embed iframe input link meta meter nav noembed noscript option optgroup progress script search
  select style svg template textarea title video`,
);

/** Elements that hold nothing but characters. */
export const RAW = words('iframe noembed noframes plaintext script style textarea title xmp');

/** Elements whose text keeps its white space. */
export const PREFORMATTED = words('pre listing plaintext xmp');

/** Headings. */
export const HEADINGS = words('h1 h2 h3 h4 h5 h6');

/** What a paragraph, a list item and the like may reach into, but not out of. */
export const SCOPES = words('applet button caption foreignobject marquee object table td template th');

/** Marks that are written where the document itself begins and ends; what is in them is the document, whether they are there or not. */
export const FRAME = words('html head body frameset');
