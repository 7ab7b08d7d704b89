/** Chebyshev coefficients of ln(erfc(x) · e^(x²) / t), from the highest (Press et al., Numerical Recipes, erfcc). */
const COEFFICIENTS = [
  0.17087277, -0.82215223, 1.48851587, -1.13520398, 0.27886807, -0.18628806, 0.09678418, 0.37409196,
  1.00002368, -1.26551223,
] as const;

/** erfc(x) of x ≥ 0, to 1.2e-7 of its value: twice the tail of a normal distribution behind x√2. */
export function complementaryError(x: number): number {
  const t = 1 / (1 + x / 2);
  let polynomial = 0;
  for (const coefficient of COEFFICIENTS) polynomial = polynomial * t + coefficient;
  return t * Math.exp(polynomial - x * x);
}
