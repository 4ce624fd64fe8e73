import { readFileSync } from 'node:fs';
import PDFDocument from 'pdfkit';
import type { ReceiptContent, ReceiptLine } from './receipt-content-view.ts';

/*
 * The fonts are embedded, because those built into PDF readers lack letters beyond Western Europe and
 * silently omit them. The font is Inter, under the SIL Open Font License (server/fonts/OFL.txt).
 */
const fontsFolder = new URL('../../fonts/', import.meta.url);
const regularFont = readFileSync(new URL('inter-regular.ttf', fontsFolder));
const semiboldFont = readFileSync(new URL('inter-semibold.ttf', fontsFolder));

const textColor = '#16202b';
const mutedColor = '#55606c';
const lineColor = '#c9c4ba';
// All lengths are in points.
const margin = 56;
const amountWidth = 130;
/** The height of a one-line note. */
const noteHeight = 16;

/**
 * Currencies of countries that use the Letter paper size; other countries use A4. The settings say nothing else about
 * the country.
 */
const letterCurrencies = new Set(['USD', 'CAD', 'MXN', 'PHP', 'CLP', 'COP']);

/** Renders a receipt as a PDF. Long text wraps, and a long receipt continues on more pages. */
export function renderReceiptPdf(receipt: ReceiptContent, currency: string): Promise<Buffer> {
  const document = new PDFDocument({
    size: letterCurrencies.has(currency) ? 'LETTER' : 'A4',
    margin,
    bufferPages: true,
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: `${receipt.heading} ${receipt.number}`,
      Author: toSingleLine(receipt.business.name),
      CreationDate: receipt.issued,
    },
  });
  document.registerFont('regular', regularFont).registerFont('strong', semiboldFont);
  const bytes = collectBytes(document);
  const writer = new PdfWriter(document);
  drawHeader(writer, receipt);
  drawCustomerAndDetails(writer, receipt);
  drawAmounts(writer, receipt);
  drawPageNumbers(document, receipt);
  document.end();
  return bytes;
}

function drawHeader(writer: PdfWriter, { business, heading, number }: ReceiptContent): void {
  const leftWidth = writer.width * 0.62;
  const top = writer.y;
  writer.write(heading, {
    font: 'strong',
    size: 22,
    x: leftWidth,
    width: writer.width - leftWidth,
    align: 'right',
  });
  writer.write(number, {
    size: 12,
    color: mutedColor,
    x: leftWidth,
    width: writer.width - leftWidth,
    align: 'right',
  });
  const bottom = writer.y;
  writer.y = top;
  writer.write(business.name, { font: 'strong', size: 18, width: leftWidth - 16 });
  writer.y += 2;
  for (const line of business.lines)
    writer.write(line, { color: mutedColor, width: leftWidth - 16 });
  writer.y = Math.max(writer.y, bottom) + 14;
  writer.drawLine();
}

/** Draws the customer on the left and the details of the payment on the right. */
function drawCustomerAndDetails(writer: PdfWriter, { customer, details }: ReceiptContent): void {
  writer.y += 14;
  const top = writer.y;
  const halfWidth = writer.width / 2;
  writer.write('Customer', { size: 9, color: mutedColor, width: halfWidth - 16 });
  for (const [index, line] of customer.entries()) {
    writer.write(line, { font: index === 0 ? 'strong' : 'regular', width: halfWidth - 16 });
  }
  const bottom = writer.y;
  writer.y = top;
  for (const [name, value] of details) {
    const lineTop = writer.y;
    writer.write(name, { color: mutedColor, x: halfWidth, width: 100 });
    writer.y = lineTop;
    writer.write(value, { x: halfWidth + 100, width: halfWidth - 100, align: 'right' });
    writer.y += 2;
  }
  writer.y = Math.max(writer.y, bottom) + 26;
}

function drawAmounts(
  writer: PdfWriter,
  { lines, total, transactions, balance }: ReceiptContent,
): void {
  writer.writeRow({ text: 'Description', amount: 'Amount' }, { size: 9, color: mutedColor });
  writer.drawLine();
  for (const line of lines) writer.writeRow(line);
  writer.drawLine();
  writer.writeRow(total, { font: 'strong' });
  for (const line of transactions) writer.writeRow(line, { color: mutedColor });
  writer.drawLine();
  writer.writeRow(balance, { font: 'strong', size: 13 });
}

/** Numbers the pages if there is more than one. */
function drawPageNumbers(document: PDFKit.PDFDocument, { heading, number }: ReceiptContent): void {
  const { count } = document.bufferedPageRange();
  if (count === 1) return;
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    // Allows text below the bottom margin, where writing would otherwise start another page.
    document.page.margins.bottom = 0;
    document
      .font('regular', 9)
      .fillColor(mutedColor)
      .text(
        `${heading} ${number}, page ${page + 1} of ${count}`,
        margin,
        document.page.height - margin + 18,
        { width: document.page.width - 2 * margin, align: 'center', lineBreak: false },
      );
  }
}

interface TextStyle {
  readonly font?: 'regular' | 'strong';
  readonly size?: number;
  readonly color?: string;
  /** Points from the left margin. */
  readonly x?: number;
  readonly width?: number;
  readonly align?: 'left' | 'right';
}

/** Writes text and draws lines from top to bottom, and starts a new page before anything that does not fit. */
class PdfWriter {
  /** The position of the next text or line, in points from the top of the page. */
  y: number = margin;
  readonly width: number;
  readonly #document: PDFKit.PDFDocument;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.width = document.page.width - 2 * margin;
  }

  /** Writes a block of text, with as many lines as it needs. */
  write(text: string, style: TextStyle = {}): void {
    const { font = 'regular', size = 10.5, color = textColor, x = 0, width = this.width } = style;
    const options = { width, align: style.align ?? 'left', lineGap: 2 } as const;
    const document = this.#document.font(font, size).fillColor(color);
    const singleLine = toSingleLine(text);
    const height = document.heightOfString(singleLine, options);
    this.#startPageUnlessFits(Math.min(height, this.#contentHeight));
    document.text(singleLine, margin + x, this.y, options);
    this.y = document.y;
  }

  /** Writes text with its amount on the right, level with the first line of the text. */
  writeRow({ text, amount, note }: ReceiptLine, style: TextStyle = {}): void {
    const width = this.width - amountWidth - 16;
    this.y += 7;
    const textHeight = this.#heightOf(text, style, width);
    this.#startPageUnlessFits(textHeight + (note === undefined ? 0 : noteHeight));
    const top = this.y;
    this.write(amount, {
      ...style,
      x: this.width - amountWidth,
      width: amountWidth,
      align: 'right',
    });
    this.y = top;
    this.write(text, { ...style, width });
    if (note !== undefined) this.write(note, { size: 9, color: mutedColor, width });
    this.y += 5;
  }

  /** Draws a horizontal line. */
  drawLine(): void {
    this.#document
      .moveTo(margin, this.y)
      .lineTo(margin + this.width, this.y)
      .lineWidth(0.75)
      .strokeColor(lineColor)
      .stroke();
  }

  #heightOf(text: string, { font = 'regular', size = 10.5 }: TextStyle, width: number): number {
    return this.#document
      .font(font, size)
      .heightOfString(toSingleLine(text), { width, lineGap: 2 });
  }

  get #contentHeight(): number {
    return this.#document.page.height - 2 * margin;
  }

  #startPageUnlessFits(height: number): void {
    if (this.y + height <= this.#document.page.height - margin) return;
    this.#document.addPage();
    this.y = margin;
  }
}

/** Returns the text on one line, without invisible characters such as those that reverse its direction. */
function toSingleLine(text: string): string {
  return text
    .replace(/\p{Cf}|\p{Cc}(?<![\t\n\r])/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

function collectBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
}
