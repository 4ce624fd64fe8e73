import { messageKinds, type MessageKind } from '@curbwrench/contract/messaging/kinds';
import { messageTextKeys, type MessageTextKey } from '@curbwrench/contract/messaging/template-keys';
import type { MessagePreview, MessageTextReply } from '@curbwrench/contract/messaging/schemas';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { getCurrentMoment } from '../application/transaction.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { findTextRefusal, saveMessageText } from './save-template.ts';
import { findEditedText, listEditedTexts, type EditedText } from './queries/message-templates.ts';
import { readMessageValues } from './queries/message-values.ts';
import { findPreviewAppointment, type PreviewAppointment } from './queries/preview-appointment.ts';
import { getDefaultText } from './rules/default-templates.ts';
import { fillMessage, type MessageText, type MessageValues } from './rules/message-templates.ts';
import { toBookingCodeValues, toMessageValues } from './rules/message-values.ts';
import { makeSampleFacts, sampleCode } from './rules/sample-facts.ts';

/** Registers the routes for admins to read, change and preview the texts of messages. */
export function messageTextRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listMessageTexts', async () => {
    const edited = await listEditedTexts(db);
    return accepted(
      messageTextKeys.map((key) =>
        presentText(
          key,
          edited.find((text) => text.kind === key.kind && text.channel === key.channel) ?? null,
        ),
      ),
    );
  });

  registerEndpoint(app, context, 'saveMessageText', async ({ viewer, params, body }) => {
    const { version, ...text } = body;
    const saved = await saveMessageText(
      context,
      viewer,
      { ...params.id, version },
      normalizeLineBreaks(text),
    );
    if (!saved.ok) return saved;
    const edited = await findEditedText(db, params.id.kind, params.id.channel);
    return accepted(presentText(params.id, edited));
  });

  registerEndpoint(app, context, 'previewMessageText', async ({ viewer, params, body }) => {
    const text = normalizeLineBreaks(body);
    const problem = findTextRefusal(params.id, text);
    if (problem) return problem;
    return accepted(await preview(params.id.kind, text, viewer));
  });

  async function preview(
    kind: MessageKind,
    text: MessageText,
    viewer: Actor,
  ): Promise<MessagePreview> {
    const appointment = await findPreviewAppointment(db, kind);
    const values = appointment && (await readRealValues(kind, appointment, viewer));
    const shown = values ?? makeSampleValues(kind);
    const filled = fillMessage(text, shown);
    return {
      subject: text.subject === null ? null : filled.subject,
      text: filled.text,
      link: shown.link ?? '',
      appointmentId: values ? appointment.id : null,
    };
  }

  /** The recipient is the person whom the message would go to; for messages to the office, the viewer. */
  async function readRealValues(
    kind: MessageKind,
    { id, customerId, mechanicId, date }: PreviewAppointment,
    viewer: Actor,
  ): Promise<MessageValues | null> {
    const { audience } = messageKinds[kind];
    const personId = { customer: customerId, mechanic: mechanicId, office: viewer.id }[audience];
    if (personId === null) return null;
    // A preview must not show a conversation, and what an attention list contains is known only when it is recorded.
    if (kind === 'office_reply' || kind === 'office_attention_list') return null;
    return readMessageValues(db, {
      kind,
      personId,
      appointmentId: kind === 'office_message' || kind === 'tomorrows_jobs' ? null : id,
      conversationId: kind === 'office_message' ? customerId : null,
      date,
      now: context.clock.now(),
      business: context.business,
      link: getSampleLink(kind, id),
    });
  }

  function makeSampleValues(kind: MessageKind): MessageValues {
    if (kind === 'booking_code') return toBookingCodeValues(context.business, sampleCode);
    const { now, local } = getCurrentMoment(context);
    const facts = makeSampleFacts(local.date);
    return toMessageValues(facts, {
      kind,
      now,
      date: kind === 'tomorrows_jobs' ? (facts.appointment?.date ?? null) : null,
      business: context.business,
      link: getSampleLink(kind, facts.appointment?.id ?? 1),
    });
  }

  /** A preview contains no working customer link, since anyone with that link could change the appointment. */
  function getSampleLink(kind: MessageKind, appointmentId: number): string {
    const isForCustomer = messageKinds[kind].audience === 'customer';
    const path = isForCustomer ? '/appointment-link' : `/appointments/${appointmentId}`;
    return `${context.publicUrl}${path}`;
  }
}

function presentText(
  { kind, channel }: MessageTextKey,
  edited: EditedText | null,
): MessageTextReply {
  const original = getDefaultText(kind, channel);
  const { subject, body } = edited ?? original;
  return {
    kind,
    channel,
    subject,
    body,
    default: { subject: original.subject, body: original.body },
    isEdited: edited !== null,
    version: edited?.version ?? 0,
    editedAt: edited?.editedAt.toISOString() ?? null,
    editedBy: edited?.editedBy ?? null,
  };
}

/** Browsers submit line breaks in forms as two characters (CR LF). */
function normalizeLineBreaks({ subject, body }: MessageText): MessageText {
  return { subject, body: body.replaceAll('\r\n', '\n') };
}
