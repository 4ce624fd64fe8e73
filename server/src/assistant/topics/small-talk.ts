import type { Role } from '@curbwrench/contract/people/roles';
import type { Topic } from '../topic.ts';
import { hasConcept } from '../parsed-question.ts';

/** What the assistant can tell each role about. */
const subjects: Record<Role, string> = {
  customer:
    'your appointments, our services and prices, available times, your vehicles, your payments, and how to use this app',
  mechanic: 'your jobs, our services and prices, and how to use this app',
  service_advisor:
    'appointments and how many there are, available mechanics, services and prices, available times, and how to use this app',
  admin:
    'appointments and how many there are, mechanics, business stats, services and prices, available times, and how to use this app',
};

/** Only questions with fewer words than this count as questions about the assistant itself. */
const wordLimit = 8;

/** Answers greetings, thanks, and questions about what the assistant can do. */
export const smallTalk: Topic = async ({ viewer, context }, question) => {
  const { concepts, unknownStems, services, days, stems } = question;
  const help = `I can tell you about ${subjects[viewer.role]}. I can look things up, but I can't change anything.`;
  if (hasConcept(question, 'yourself') && services.length === 0 && stems.length < wordLimit) {
    const asksForNothingElse =
      stems.length === 1 || !stems.includes('help') || hasConcept(question, 'list');
    if (asksForNothingElse) return `I'm the ${context.business.name} Assistant. ${help}`;
  }
  const hasOnly = (...allowed: readonly string[]) =>
    unknownStems.length === 0 &&
    !days &&
    [...concepts].every((concept) => allowed.includes(concept));
  if (hasConcept(question, 'thanks') && hasOnly('thanks', 'greeting')) return "You're welcome.";
  if (hasConcept(question, 'greeting') && hasOnly('greeting')) return `Hello. ${help}`;
  return null;
};
