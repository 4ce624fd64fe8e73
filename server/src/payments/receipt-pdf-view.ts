import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { ReceiptLine, ReceiptView } from './receipt-view.ts';

/*
 * Embedded fonts, because those built into PDF readers lack letters beyond Western Europe and omit
 * them silently. Inter, under the SIL Open Font License (server/fonts/OFL.txt).
 */
const fontsFolder = new URL('../../fonts/', import.meta.url);
const regular = readFileSync(new URL('inter-regular.ttf', fontsFolder));
const strong = readFileSync(new URL('inter-semibold.ttf', fontsFolder));

const ink = '#16202b';
const soft = '#55606c';
const hairline = '#c9c4ba';
const margin = 56;
const amountWidth = 130;

/**
 * Currencies of countries that use the Letter paper size; A4 elsewhere. The currency is the best
 * hint available.
 */
const letterCurrencies = new Set(['USD', 'CAD', 'MXN', 'PHP', 'CLP', 'COP']);

/** Draws a receipt and returns the PDF. Long texts wrap, and many lines continue on further pages. */
export function drawReceipt(receipt: ReceiptView, currency: string): Promise<Buffer> {
  const document = new PDFDocument({
    size: letterCurrencies.has(currency) ? 'LETTER' : 'A4',
    margin,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${receipt.heading} ${receipt.number}`,
      Author: plain(receipt.business.name),
      CreationDate: receipt.issued,
    },
  });
  document.registerFont('regular', regular).registerFont('strong', strong);
  const bytes = collect(document);
  const pen = new Pen(document);
  drawHead(pen, receipt);
  drawPeople(pen, receipt);
  drawSums(pen, receipt);
  numberPages(document, receipt);
  document.end();
  return bytes;
}

function drawHead(pen: Pen, { business, heading, number }: ReceiptView): void {
  const half = pen.width * 0.62;
  const top = pen.y;
  pen.write(heading, {
    font: 'strong',
    size: 22,
    x: half,
    width: pen.width - half,
    align: 'right',
  });
  pen.write(number, { size: 12, color: soft, x: half, width: pen.width - half, align: 'right' });
  const bottom = pen.y;
  pen.y = top;
  pen.write(business.name, { font: 'strong', size: 18, width: half - 16 });
  pen.y += 2;
  for (const line of business.lines) pen.write(line, { color: soft, width: half - 16 });
  pen.y = Math.max(pen.y, bottom) + 14;
  pen.rule();
}

/** Draws the customer on the left, the facts of the payment on the right. */
function drawPeople(pen: Pen, { customer, facts }: ReceiptView): void {
  pen.y += 14;
  const top = pen.y;
  const half = pen.width / 2;
  pen.write('Customer', { size: 9, color: soft, width: half - 16 });
  for (const [index, line] of customer.entries()) {
    pen.write(line, { font: index === 0 ? 'strong' : 'regular', width: half - 16 });
  }
  const bottom = pen.y;
  pen.y = top;
  for (const [name, value] of facts) {
    const line = pen.y;
    pen.write(name, { color: soft, x: half, width: 100 });
    pen.y = line;
    pen.write(value, { x: half + 100, width: half - 100, align: 'right' });
    pen.y += 2;
  }
  pen.y = Math.max(pen.y, bottom) + 26;
}

function drawSums(pen: Pen, { lines, total, settlement, balance }: ReceiptView): void {
  pen.row({ text: 'Description', amount: 'Amount' }, { size: 9, color: soft });
  pen.rule();
  for (const line of lines) pen.row(line);
  pen.rule();
  pen.row(total, { font: 'strong' });
  for (const line of settlement) pen.row(line, { color: soft });
  pen.rule();
  pen.row(balance, { font: 'strong', size: 13 });
}

/** Numbers the pages if there are several. */
function numberPages(document: PDFKit.PDFDocument, { heading, number }: ReceiptView): void {
  const { count } = document.bufferedPageRange();
  if (count === 1) return;
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // Below the margin, where writing would otherwise start another page.
    document.page.margins.bottom = 0;
    document
      .font('regular', 9)
      .fillColor(soft)
      .text(
        `${heading} ${number}, page ${page + 1} of ${count}`,
        margin,
        document.page.height - margin + 18,
        { width: document.page.width - 2 * margin, align: 'center', lineBreak: false },
      );
  }
}

interface Looks {
  readonly font?: 'regular' | 'strong';
  readonly size?: number;
  readonly color?: string;
  /** From the left margin. */
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Writes downward, and starts a new page before anything that does not fit. */
class Pen {
  y: number = margin;
  readonly width: number;
  readonly #document: PDFKit.PDFDocument;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.width = document.page.width - 2 * margin;
  }

  /** Writes a text block, as high as it needs. */
  write(text: string, looks: Looks = {}): void {
    const { font = 'regular', size = 10.5, color = ink, x = 0, width = this.width } = looks;
    const options = { width, align: looks.align ?? 'left', lineGap: 2 } as const;
    const document = this.#document.font(font, size).fillColor(color);
    const shown = plain(text);
    this.#turnPageFor(Math.min(document.heightOfString(shown, options), this.#height));
    document.text(shown, margin + x, this.y, options);
    this.y = document.y;
  }

  /** Writes a row of the sums: the amount on the right, beside the text's first line. */
  row({ text, amount, note }: ReceiptLine, looks: Looks = {}): void {
    const width = this.width - amountWidth - 16;
    this.y += 7;
    this.#turnPageFor(this.#heightOf(text, looks, width) + (note === undefined ? 0 : 16));
    const top = this.y;
    this.write(amount, {
      ...looks,
      x: this.width - amountWidth,
      width: amountWidth,
      align: 'right',
    });
    this.y = top;
    this.write(text, { ...looks, width });
    if (note !== undefined) this.write(note, { size: 9, color: soft, width });
    this.y += 5;
  }

  rule(): void {
    this.#document
      .moveTo(margin, this.y)
      .lineTo(margin + this.width, this.y)
      .lineWidth(0.75)
      .strokeColor(hairline)
      .stroke();
  }

  #heightOf(text: string, { font = 'regular', size = 10.5 }: Looks, width: number): number {
    return this.#document.font(font, size).heightOfString(plain(text), { width, lineGap: 2 });
  }

  get #height(): number {
    return this.#document.page.height - 2 * margin;
  }

  #turnPageFor(height: number): void {
    if (this.y + height <= this.#document.page.height - margin) return;
    this.#document.addPage();
    this.y = margin;
  }
}

/** Returns the text on one line, without invisible characters, such as those that reverse the text. */
function plain(text: string): string {
  return text
    .replace(/\p{Cf}|\p{Cc}(?<![\t\n\r])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
