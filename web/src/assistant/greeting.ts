import type { Role } from '@curbwrench/contract/people/roles';

const subjects: Record<Role, string> = {
  customer: 'your appointments, prices, available times, your vehicles, or your payments',
  mechanic: 'your jobs, our services, or how to do something here',
  service_advisor:
    'appointments, available mechanics, available times, or how to do something here',
  admin: "today's stats, appointments, mechanics, or how to do something here",
};

/** Returns the assistant's first message. */
export function greetingFor(role: Role, firstName: string, assistantName: string): string {
  const hello = firstName ? `Hello ${firstName}.` : 'Hello.';
  return `${hello} I'm the ${assistantName}. Ask me about ${subjects[role]}.`;
}

/** The first questions that the assistant suggests to each role. */
export const openingQuestions: Record<Role, readonly string[]> = {
  customer: ['When is my next appointment?', 'What services do you offer?', 'Do I owe anything?'],
  mechanic: ["What's my next job?", "Today's jobs", 'How do I start a job?'],
  service_advisor: [
    'How many appointments are pending?',
    'Who is available?',
    'How do I assign a mechanic?',
  ],
  admin: ['How are we doing today?', 'How many jobs today?', 'Who is available?'],
};
