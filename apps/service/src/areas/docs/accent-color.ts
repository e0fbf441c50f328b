/** Accent colors for the light and the dark color scheme, such as `#2559bf`. */
export interface AccentColor {
  readonly light: string;
  readonly dark: string;
}

/** Background colors of texts in the accent color. They are the values of `--gray-2` in styles.css, the background with the least contrast. */
export const ACCENT_BACKGROUNDS: AccentColor = { light: '#f0f2f5', dark: '#1c1f24' };
/** Minimum contrast of a text (WCAG 2.2, criterion 1.4.3). */
export const MIN_CONTRAST = 4.5;

export const HEX_COLOR = /^#[0-9a-fA-F]{6}$/;

/** Returns the contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
export function computeContrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [computeLuminance(one), computeLuminance(other)].toSorted((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

function computeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the reason why a color is not readable in a color scheme; undefined if the color is readable. */
export function findContrastProblem(color: string, scheme: keyof AccentColor): string | undefined {
  const background = ACCENT_BACKGROUNDS[scheme];
  // The contrast is rounded down, so that the message for a rejected color never shows a sufficient contrast.
  const contrast = Math.floor(computeContrast(color, background) * 100) / 100;
  if (contrast >= MIN_CONTRAST) return undefined;
  return `must have a contrast of at least ${MIN_CONTRAST}:1 with ${background}, the background of the ${scheme} scheme (${color} has ${contrast.toFixed(2)}:1)`;
}

/** Returns the styles that replace the accent color of the pages. */
export function formatAccentStyles({ light, dark }: AccentColor): string {
  const color = `light-dark(${light}, ${dark})`;
  return `:root {\n  --accent: ${color};\n  --accent-strong: ${color};\n  --accent-soft: var(--gray-2);\n}\n`;
}
