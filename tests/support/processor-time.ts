/**
 * The time in µs that the processor spends on a job. A test that bounds it says how much work the job is; by a clock, it
 * would also measure what else the machine is doing.
 */
export function processorTime(job: () => void): number {
  const before = process.cpuUsage();
  job();
  return process.cpuUsage(before).user;
}
