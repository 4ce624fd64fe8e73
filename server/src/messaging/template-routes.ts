import { messageKinds, type MessageKind } from '@curbwrench/contract/messaging/kinds';
import {
  messageTemplateKeys,
  type MessageTemplateKey,
} from '@curbwrench/contract/messaging/template-keys';
import type { MessagePreview, MessageTemplate } from '@curbwrench/contract/messaging/schemas';
import type { FastifyInstance } from 'fastify';
import type { Actor } from '../application/rules/actor.ts';
import { accepted } from '../application/rules/result.ts';
import { getCurrentTime } from '../application/transaction.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { RouteContext } from '../http/route-context.ts';
import { findTemplateRefusal, saveMessageTemplate } from './save-template.ts';
import {
  findEditedTemplate,
  listEditedTemplates,
  type EditedTemplate,
} from './queries/message-templates.ts';
import { readMessageValues } from './queries/message-values.ts';
import { findPreviewAppointment, type PreviewAppointment } from './queries/preview-appointment.ts';
import { getDefaultTemplate } from './rules/default-templates.ts';
import {
  fillMessage,
  type TemplateContent,
  type MessageValues,
} from './rules/message-templates.ts';
import { toVerificationCodeValues, toMessageValues } from './rules/message-values.ts';
import { makeSampleFacts, sampleCode } from './rules/sample-facts.ts';

/** Registers the routes for admins to read, edit and preview message templates. */
export function messageTemplateRoutes(app: FastifyInstance, context: RouteContext): void {
  const db = context.store.kysely;

  registerEndpoint(app, context, 'listMessageTemplates', async () => {
    const edited = await listEditedTemplates(db);
    return accepted(
      messageTemplateKeys.map((key) =>
        presentTemplate(
          key,
          edited.find(({ kind, channel }) => kind === key.kind && channel === key.channel) ?? null,
        ),
      ),
    );
  });

  registerEndpoint(app, context, 'saveMessageTemplate', async ({ viewer, params, body }) => {
    const { version, ...template } = body;
    const saved = await saveMessageTemplate(
      context,
      viewer,
      { ...params.id, version },
      normalizeLineBreaks(template),
    );
    if (!saved.ok) return saved;
    const edited = await findEditedTemplate(db, params.id.kind, params.id.channel);
    return accepted(presentTemplate(params.id, edited));
  });

  registerEndpoint(app, context, 'previewMessageTemplate', async ({ viewer, params, body }) => {
    const template = normalizeLineBreaks(body);
    const problem = findTemplateRefusal(params.id, template);
    if (problem) return problem;
    return accepted(await preview(params.id.kind, template, viewer));
  });

  async function preview(
    kind: MessageKind,
    template: TemplateContent,
    viewer: Actor,
  ): Promise<MessagePreview> {
    const appointment = await findPreviewAppointment(db, kind);
    const values = appointment && (await readRealValues(kind, appointment, viewer));
    const shown = values ?? makeSampleValues(kind);
    const filled = fillMessage(template, shown);
    return {
      subject: template.subject === null ? null : filled.subject,
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
    // A preview must not show a conversation. The contents of an attention list are known only when it is recorded.
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
    if (kind === 'booking_code') return toVerificationCodeValues(context.business, sampleCode);
    const { now, local } = getCurrentTime(context);
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

function presentTemplate(
  { kind, channel }: MessageTemplateKey,
  edited: EditedTemplate | null,
): MessageTemplate {
  const original = getDefaultTemplate(kind, channel);
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
function normalizeLineBreaks({ subject, body }: TemplateContent): TemplateContent {
  return { subject, body: body.replaceAll('\r\n', '\n') };
}
