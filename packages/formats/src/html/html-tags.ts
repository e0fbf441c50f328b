const createWordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** Elements that start on a new line. */
export const BLOCK_TAGS = createWordSet(
  `address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
  frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol p plaintext pre search section summary table tbody td
  tfoot th thead tr ul xmp`,
);

/** Elements that never have content. */
export const VOID_TAGS = createWordSet(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);

/** Elements whose content is never part of the page's text. */
export const BOILERPLATE_TAGS = createWordSet(
  `applet audio base button canvas datalist embed iframe input link meta meter nav noembed noscript option optgroup progress script search
  select style svg template textarea title video`,
);

/** Elements that contain only characters, no elements. */
export const RAW_TEXT_TAGS = createWordSet('iframe noembed noframes plaintext script style textarea title xmp');

/** Elements that preserve white space. */
export const PREFORMATTED_TAGS = createWordSet('pre listing plaintext xmp');

export const HEADING_TAGS = createWordSet('h1 h2 h3 h4 h5 h6');

/** Elements that limit implied end tags: an unclosed paragraph or list item inside such an element ends with the element. */
export const SCOPE_TAGS = createWordSet('applet button caption foreignobject marquee object table td template th');

/** Tags of the document structure, which HTML permits to omit. Their content belongs to the document in either case. */
export const DOCUMENT_TAGS = createWordSet('html head body frameset');
