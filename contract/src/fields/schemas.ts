import { z } from 'zod';
import { isCalendarDate, isTimeOfDay } from './calendar.ts';
import { highestAmount, highestPrice } from './money.ts';
import { imageErrors } from './image-file.ts';
import {
  isLongEnoughForTextSearch,
  isSearchable,
  shortSearchMessage,
  shortTextMessage,
} from './search-text.ts';
import { textLimits, type TextRule } from './text-limits.ts';

/*
 * Fields that several modules share. `text` accepts several lines, `line` only one. Both reject characters
 * that a database cannot store or a screen cannot show; `line` also rejects characters that are invisible or
 * change the direction of the text around them.
 */

/** Control characters except line breaks and tabs, and lone surrogates. */
// oxlint-disable-next-line no-control-regex -- these are the characters to reject
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

/**
 * Control characters (including line breaks and tabs), format characters (zero-width characters,
 * direction marks and overrides, tags), line and paragraph separators, lone surrogates.
 */
const forbiddenInLine = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}]/u;

const unsavableMessage = "This text contains characters that can't be saved.";

/**
 * Returns a schema for trimmed text of any number of lines and up to `max` characters; `required` is the
 * message for empty text.
 */
export function text(max: number, required?: string) {
  const field = z
    .string(required)
    .max(max, `Please keep this to ${max} characters or fewer.`)
    .refine((value) => !unprintable.test(value), unsavableMessage)
    .trim();
  return required === undefined ? field : field.min(1, required);
}

/** Returns a schema for text that may be missing, null or blank; all three become null. */
export function optionalText(max: number) {
  return text(max).nullish().transform(nullIfBlank);
}

/** Returns a schema for one trimmed line of text, such as a name; `required` is the message for an empty line. */
export function line(max: number, required?: string) {
  const field = z
    .string(required)
    .trim()
    .max(max, `Please keep this to ${max} characters or fewer.`)
    .refine((value) => !forbiddenInLine.test(value), unsavableMessage);
  return required === undefined ? field : field.min(1, required);
}

/** The text to search a list for; blank returns the full list. */
export const textFilter = line(textLimits.search).refine(
  (value) => value === '' || isLongEnoughForTextSearch(value),
  shortTextMessage,
);

/** Like `textFilter`, for lists that can also be searched by appointment number. */
export const textOrNumberFilter = line(textLimits.search).refine(
  (value) => value === '' || isSearchable(value),
  shortSearchMessage,
);

/** Returns a schema for text that follows `rule`. */
export function textFor(rule: TextRule) {
  return rule.lines === 'one' ? line(rule.max) : text(rule.max);
}

/** Returns a schema for text that follows `rule` and may be null or blank; both become null. */
export function nullableTextFor(rule: TextRule) {
  return textFor(rule).nullable().transform(nullIfBlank);
}

/** Returns a schema for text that follows `rule` and may be missing, null or blank; all three become null. */
export function optionalTextFor(rule: TextRule) {
  return textFor(rule).nullish().transform(nullIfBlank);
}

/** Returns a schema for a line that may be missing, null or blank; all three become null. */
export function optionalLine(max: number) {
  return line(max).nullish().transform(nullIfBlank);
}

/** Returns a schema for a small image as a data URL; the server reads its real type and size from the bytes. */
export function pictureDataUrl() {
  return z
    .string(imageErrors.unreadable)
    .max(textLimits.picture, imageErrors.tooLong)
    .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/, imageErrors.unreadable);
}

/** Text that an email program would turn into a link: a scheme, "www.", or a domain with a path. */
const linkLike = /:\/\/|\bwww\.|\S\.\S+\//i;

/**
 * Returns a schema for a first or last name; `required` is the message for an empty name. Links are refused, because
 * emails contain people's names.
 */
export function personName(required?: string) {
  return line(textLimits.personName, required)
    .refine(
      // Text that is too long is refused anyway, and searching it for links would take too much time.
      (value) => value.length > textLimits.personName || !linkLike.test(value),
      "A name can't contain a web address.",
    )
    .transform((value) => value.replaceAll(/\s+/g, ' '));
}

function nullIfBlank(value: string | null | undefined): string | null {
  return value ? value : null;
}

/** Returns a schema for a row id, PostgreSQL's `integer`. */
export function rowId(message = 'That is not a valid number.') {
  return z.number(message).int(message).min(1, message).max(2_147_483_647, message);
}

/** A row id in a path or a query string. */
export const rowIdText = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'That is not a valid number.')
  .transform(Number)
  .refine((value) => value <= 2_147_483_647, 'That is not a valid number.');

/** Returns a schema for an id that the auth library generates, such as a session's. */
export function authId(message: string) {
  return z.string(message).regex(/^[A-Za-z0-9_-]{1,64}$/, message);
}

/** Returns a schema for a user id. */
export function userId(message = 'That is not a valid user.') {
  return authId(message);
}

/** Returns a schema for a date in the business's time zone, `yyyy-MM-dd`. */
export function calendarDate(message = 'Please select a date') {
  return z.string(message).refine(isCalendarDate, message);
}

/** Returns a schema for a time of day in the business's time zone, `HH:mm`. */
export function timeOfDay(message = 'Please select a time') {
  return z.string(message).refine(isTimeOfDay, message);
}

/** Money in the business's currency: a string with two decimal places, such as '89.50'. */
export const money = z.string().regex(/^\d{1,8}\.\d{2}$/);

/** Money that may be negative. */
export const signedMoney = z.string().regex(/^-?\d{1,8}\.\d{2}$/);

/**
 * Returns a schema for an amount of money as a person or a form sends it: a number or text, from zero to `maximum` (a
 * decimal string), with up to two decimals. `maximumMessage` is the message for a higher amount.
 */
export function moneyInput(message: string, maximum = highestAmount, maximumMessage = message) {
  return (
    z
      .union(
        [
          z.number(),
          z
            .string()
            .trim()
            .regex(/^\d{1,15}(\.\d{1,2})?$/, message),
        ],
        message,
      )
      .transform(Number)
      // The tolerance allows for floating-point errors.
      .refine((value) => value >= 0 && Math.abs(Math.round(value * 100) - value * 100) < 1e-6, {
        message,
        abort: true,
      })
      .refine((value) => value <= Number(maximum), { message: maximumMessage, abort: true })
      .transform((value) => value.toFixed(2))
  );
}

/** Returns a schema for a price or fee called `name`, limited so that sums of prices fit. */
export function priceInput(name: string, message: string) {
  return moneyInput(message, highestPrice, `${name} must be 9,999,999.99 or less`);
}

/** How many rows of a list to return, 1 to 100. */
export const pageLimit = z
  .string()
  .regex(/^\d{1,3}$/, 'The limit must be a number from 1 to 100.')
  .transform(Number)
  .refine((value) => value >= 1 && value <= 100, 'The limit must be a number from 1 to 100.');

/** Where the next page of a list starts; opaque to clients. */
export const pageCursor = z.string().regex(/^[A-Za-z0-9_-]{1,400}$/, "That page doesn't exist.");
