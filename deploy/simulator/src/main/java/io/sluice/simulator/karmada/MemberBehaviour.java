package io.sluice.simulator.karmada;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Describes how the executor of one simulated member behaves. Begin with {@link #ORDINARY}.
 *
 * @param apply how long after a change of a Work it is applied
 * @param progress how long after that what was applied is healthy; unhealthy until then
 * @param evidence what its reports say of versions
 * @param unhealthy whether nothing ever becomes healthy
 * @param refusing whether nothing can be applied
 * @param offline whether nothing is applied, removed or reported until the behaviour changes
 */
public record MemberBehaviour(
    Duration apply,
    Duration progress,
    MemberEvidence evidence,
    boolean unhealthy,
    boolean refusing,
    boolean offline) {

  /** Applies soon, and reports healthy what has become so. */
  public static final MemberBehaviour ORDINARY =
      new MemberBehaviour(
          Duration.ofMillis(100),
          Duration.ofMillis(200),
          MemberEvidence.WORK_GENERATION,
          false,
          false,
          false);

  public MemberBehaviour {
    requireNonNull(apply, "apply is null");
    requireNonNull(progress, "progress is null");
    requireNonNull(evidence, "evidence is null");
  }

  /** Returns the same with other delays. */
  public MemberBehaviour taking(Duration toApply, Duration toProgress) {
    return new MemberBehaviour(toApply, toProgress, evidence, unhealthy, refusing, offline);
  }

  /** Returns the same with other evidence. */
  public MemberBehaviour with(MemberEvidence other) {
    return new MemberBehaviour(apply, progress, other, unhealthy, refusing, offline);
  }

  /** Returns one on which nothing becomes healthy, not even what was. */
  public MemberBehaviour neverHealthy() {
    return new MemberBehaviour(apply, progress, evidence, true, refusing, offline);
  }

  /** Returns one on which nothing can be applied. */
  public MemberBehaviour refusesAll() {
    return new MemberBehaviour(apply, progress, evidence, unhealthy, true, offline);
  }

  /** Returns one that cannot be reached. */
  public MemberBehaviour unreachable() {
    return new MemberBehaviour(apply, progress, evidence, unhealthy, refusing, true);
  }
}
