/** GSM-7, the character set of text messages. Characters of its extension count twice. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '^{}\\[~]|€';

/** Returns how many parts a text message is split into. Each part is billed separately. */
export function countSmsParts(text: string): number {
  const characters = Array.from(text);
  const isGsm = characters.every((each) => basic.includes(each) || extension.includes(each));
  if (!isGsm) return countParts(text.length, 70, 67);
  const extra = characters.filter((each) => extension.includes(each)).length;
  return countParts(characters.length + extra, 160, 153);
}

/** Each part of a split message has room for fewer characters, because it also contains its part number. */
function countParts(length: number, single: number, part: number): number {
  return length <= single ? 1 : Math.ceil(length / part);
}
