package io.sluice.hub.replica;

import io.sluice.hub.read.VersionContent;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.policy.evidence.Evidence;
import io.sluice.policy.evidence.EvidenceResult;
import io.sluice.policy.evidence.Expectation;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.Optional;

/** Judges a replica: reports its verdict and the dispatch that the verdict is about. */
public final class ReplicaJudge {
  private final Evidence evidence;

  public ReplicaJudge(Evidence evidence) {
    this.evidence = evidence;
  }

  /** Returns the present verdict of a replica on the dispatch that it names. */
  public Report report(
      Replica replica,
      VersionContent content,
      PolicyVersion version,
      boolean unreachable,
      Instant at) {
    return report(replica, content, version, "", unreachable, at);
  }

  /**
   * Returns the same for an attempt.
   *
   * @param rolloutUid its UID: a dispatch with it names the content that this attempt has written
   */
  public Report report(
      Replica replica,
      VersionContent content,
      PolicyVersion version,
      String rolloutUid,
      boolean unreachable,
      Instant at) {
    String hash = content.hashOf(replica, version, rolloutUid);
    // A replica that informs as the version itself does was not held back, whatever its dispatch.
    boolean informs = replica.informs() && hash.equals(version.contentHash());
    Expectation expectation = informs ? Expectation.ANY_VERDICT : Expectation.AS_CARRIED;
    return report(replica, hash, expectation, unreachable, at);
  }

  /**
   * Returns the same for content whose reported hash is known.
   *
   * @param at the instant at which the replica was read
   */
  public Report report(Replica replica, String contentHash, boolean unreachable, Instant at) {
    return report(replica, contentHash, Expectation.AS_CARRIED, unreachable, at);
  }

  private Report report(
      Replica replica,
      String contentHash,
      Expectation expectation,
      boolean unreachable,
      Instant at) {
    EvidenceResult judgement = evidence.judge(replica, !unreachable, expectation);
    Optional<Dispatch> dispatch = replica.dispatch();
    return new Report(
        replica.cluster(),
        dispatch.map(Dispatch::attempt).orElse(0L),
        contentHash,
        judgement.verdict(),
        judgement.weak(),
        unreachable,
        at.toEpochMilli(),
        false,
        judgement.predated());
  }

  /**
   * Returns what a replica that informs until its cluster's turn shows of the version: never more
   * than a hint of what enforcing would do (rollout-strategy 6.3).
   *
   * @param lastChange what is known of the last change of its content
   */
  public Report pending(
      Replica replica,
      Optional<Dispatch> lastChange,
      VersionContent content,
      PolicyVersion version,
      Instant at) {
    boolean carried =
        content.asInformOn(replica)
            || content.hashOf(replica, version).equals(version.contentHash());
    return carried
        ? Report.pending(
            replica.cluster(),
            version.contentHash(),
            evidence.judgePending(replica, lastChange).verdict(),
            at)
        : Report.pending(replica.cluster(), replica.contentHash(), Verdict.SILENT, at);
  }

  /** Returns the report for a cluster whose content is unknown: verdict SILENT, observed now. */
  public static Report unknown(
      String cluster, long attempt, PolicyVersion version, boolean unreachable, Instant at) {
    return new Report(
        cluster,
        attempt,
        version.contentHash(),
        Verdict.SILENT,
        false,
        unreachable,
        at.toEpochMilli());
  }
}
