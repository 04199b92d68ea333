package io.sluice.hub.replica;

import io.sluice.evidence.Evidence;
import io.sluice.evidence.EvidenceResult;
import io.sluice.evidence.Expectation;
import io.sluice.hub.read.VersionContent;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.policy.Verdict;
import io.sluice.rollout.Report;
import java.time.Instant;
import java.util.Optional;

/** Turns a replica into the report that travels: its verdict, and on which dispatch. */
public final class ReplicaJudge {
  private final Evidence evidence;

  public ReplicaJudge(Evidence evidence) {
    this.evidence = evidence;
  }

  /** The present verdict of a replica on the dispatch that it names. */
  public Report report(
      Replica replica,
      VersionContent content,
      PolicyVersion version,
      boolean unreachable,
      Instant at) {
    String hash = content.hashOf(replica, version);
    // What informs and is the version itself was not held back, whatever it was once given for.
    boolean informs = replica.informs() && hash.equals(version.contentHash());
    Expectation expectation = informs ? Expectation.ANY_VERDICT : Expectation.AS_CARRIED;
    return report(replica, hash, expectation, unreachable, at);
  }

  /**
   * The same, where the hash is known under which the rollout is to hear of the content.
   *
   * @param at the instant at which the replica was seen
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
        at.toEpochMilli());
  }

  /** What there is to say of a cluster whose replica is gone: somebody looked, and saw nothing. */
  public static Report nothing(
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
