/** What is asked for after the password: a second step, or that one be set up. */
export interface NextStep {
  next: 'code' | 'enrol';
  ticket: string;
  methods: string[];
}
