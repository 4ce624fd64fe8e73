import { textLimits } from '@curbwrench/contract/fields/text-limits';

const sampleText =
  'Wolfeschlegelsteinhausen & Daughters repair, service and inspect cars, vans and trucks where they are parked, ';

/** Settings of a business with the longest values that are allowed. */
export const businessWithLongTexts = {
  name: textOfLength(textLimits.businessName),
  phone: '+1 (555) 010-0199 extension 1234567890',
  landingHeadline: textOfLength(textLimits.landingHeadline),
  landingIntro: textOfLength(textLimits.landingIntro),
};

function textOfLength(length: number): string {
  return sampleText
    .repeat(Math.ceil(length / sampleText.length))
    .slice(0, length)
    .trim();
}

/** Returns a data URL of a logo of this size, in pixels. */
export function drawLogo(width: number, height: number): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#c2410c"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
