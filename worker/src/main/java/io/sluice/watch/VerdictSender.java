package io.sluice.watch;

import io.sluice.evidence.Evidence;
import io.sluice.hub.read.VersionContent;
import io.sluice.hub.replica.ReplicaJudge;
import io.sluice.policy.Dispatch;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicyVersion;
import io.sluice.policy.Replica;
import io.sluice.rollout.Report;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Judges replicas beside the cache, and sends the verdicts that changed to the open run.
 *
 * <p>One send is under way per run: a flood of signals would starve it of its own tasks. A new run
 * is sent every verdict anew.
 */
final class VerdictSender implements AutoCloseable {
  private static final int SENDERS = 4;

  private final Runs runs;
  private final ReplicaJudge judging;
  private final Predicate<String> available;
  private final Clock clock;
  private final WorkQueue<PolicyName> queue;
  private final Map<PolicyName, Post> posts = new ConcurrentHashMap<>();

  /** The mailbox of one attempt, and what replicas are judged by. */
  private record Post(String rolloutUid, VerdictBatcher mailbox, Optional<Rolled> rolled) {
    boolean dispatched(Replica replica) {
      return replica
          .dispatch()
          .filter(given -> given.is(rolloutUid, mailbox.attempt(), Dispatch.As.DISPATCHED))
          .isPresent();
    }
  }

  /** The version that is rolled out, and what it looks like on each cluster. */
  record Rolled(VersionContent content, PolicyVersion version) {}

  /**
   * Makes a post without mailboxes.
   *
   * @param available whether a managed cluster can be reached
   */
  VerdictSender(Runs runs, Evidence evidence, Predicate<String> available, Clock clock) {
    this.runs = runs;
    this.judging = new ReplicaJudge(evidence);
    this.available = available;
    this.clock = clock;
    this.queue = new WorkQueue<>("verdicts", SENDERS, this::send);
  }

  /**
   * Opens the mailbox of an attempt, unless it is open; true when it is new, so that every replica
   * has to be judged for it.
   */
  boolean open(PolicyName policy, String rolloutUid, long attempt, Optional<Rolled> rolled) {
    Post former = posts.get(policy);
    boolean same = former != null && former.rolloutUid().equals(rolloutUid);
    VerdictBatcher mailbox = same ? former.mailbox() : new VerdictBatcher(attempt);
    posts.put(policy, new Post(rolloutUid, mailbox, rolled));
    return !same;
  }

  void close(PolicyName policy) {
    posts.remove(policy);
  }

  /** Judges a replica that may have changed; costs nothing while no run is open. */
  void judge(Replica replica) {
    Post post = posts.get(replica.policy());
    if (post == null) {
      return;
    }
    post.mailbox().offer(report(post, replica), post.dispatched(replica));
    queue.add(replica.policy());
  }

  private Report report(Post post, Replica replica) {
    boolean unreachable = !available.test(replica.cluster());
    Instant now = clock.instant();
    return post.rolled()
        .map(by -> judging.report(replica, by.content(), by.version(), unreachable, now))
        .orElseGet(() -> judging.report(replica, replica.contentHash(), unreachable, now));
  }

  void gone(PolicyName policy, String cluster) {
    Post post = posts.get(policy);
    if (post != null) {
      post.mailbox().forget(cluster);
    }
  }

  private void send(PolicyName policy) {
    Post post = posts.get(policy);
    if (post == null) {
      return;
    }
    VerdictBatcher mailbox = post.mailbox();
    Instant now = clock.instant();
    Optional<Instant> due = mailbox.dueAt();
    if (due.isEmpty()) {
      return;
    }
    if (due.get().isAfter(now)) {
      queue.addAfter(policy, Duration.between(now, due.get()).plusMillis(1));
      return;
    }
    List<Report> reports = mailbox.take(now);
    boolean sent = false;
    try {
      sent = runs.report(policy, reports);
    } finally {
      if (sent) {
        mailbox.sent();
      } else {
        mailbox.failed();
      }
    }
    if (sent) {
      queue.add(policy);
    }
  }

  @Override
  public void close() {
    queue.close();
  }
}
