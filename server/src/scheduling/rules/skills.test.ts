import { expect, test } from 'vitest';
import { combineServices, labelSkills, skillsText } from './skills.ts';

test('several services take the sum of their durations and require all their skills @booking.several-services', () => {
  const services = [
    { duration: 60, skill: null },
    { duration: 90, skill: 'brakes' },
    { duration: 30, skill: 'tires' },
    { duration: 15, skill: 'brakes' },
  ];
  expect(combineServices(services)).toEqual({ duration: 195, skills: ['brakes', 'tires'] });
});

test('skills are joined into a phrase', () => {
  expect(labelSkills(['brakes'])).toBe('skill: brakes');
  expect(labelSkills(['brakes', 'tires'])).toBe('skills: brakes, tires');
  expect(skillsText(['brakes'])).toBe('brakes skill');
  expect(skillsText(['brakes', 'tires'])).toBe('brakes and tires skills');
  expect(skillsText(['brakes', 'tires', 'diagnostics'])).toBe(
    'brakes, tires and diagnostics skills',
  );
});
