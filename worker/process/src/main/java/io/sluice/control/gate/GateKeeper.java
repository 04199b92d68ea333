package io.sluice.control.gate;

import static java.util.Objects.requireNonNull;

import io.sluice.control.queue.NextPass;
import io.sluice.gate.TicketRule;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.gate.OpenAttempt;
import io.sluice.hub.gate.TicketWriter;
import io.sluice.hub.read.PolicyContext;
import io.sluice.policy.PolicyName;
import io.sluice.rollout.lifecycle.StagingWay;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Keeps the labels of the replicas of a policy that the gate stages: takes tickets back that nobody
 * may use any more, and brings the label that stages where refused writes brought none (gate 4.4
 * and 2).
 */
public final class GateKeeper {
  /** A write of the propagator that is not held brings the label, or takes it off, by itself. */
  private static final Duration LABELS = Duration.ofSeconds(2);

  /** In a large fleet it takes its time, and each write of ours makes it try once more. */
  private static final Duration ALL_LABELS = Duration.ofSeconds(30);

  /** The propagator fills a stub at once (gate 4.2). */
  private static final Duration STUBS = Duration.ofSeconds(30);

  /** Of a ticket that no attempt gives. */
  private static final long NO_ATTEMPT = 0;

  private final TicketWriter tickets;
  private final RequestPool requests;
  private final InputsKeeper inputs;
  private final Function<PolicyName, PolicyContext> live;
  private final ReplicaPatience labels = ReplicaPatience.whileOthersPass(LABELS, ALL_LABELS);
  private final ReplicaPatience stubs = new ReplicaPatience(STUBS);

  /**
   * Creates it.
   *
   * @param live reads a policy from the hub
   */
  public GateKeeper(
      TicketWriter tickets,
      InputsKeeper inputs,
      RequestPool requests,
      Function<PolicyName, PolicyContext> live) {
    this.inputs = requireNonNull(inputs, "inputs is null");
    this.live = requireNonNull(live, "live is null");
    this.tickets = requireNonNull(tickets, "tickets is null");
    this.requests = requireNonNull(requests, "requests is null");
  }

  /**
   * Looks after the replicas of one policy.
   *
   * @return when to do so again without a change on the hub
   */
  public Optional<Instant> reconcile(
      PolicyContext context, Map<String, CachedReplica> replicas, Instant now) {
    PolicyName policy = context.objects().policy();
    if (takesBack(context, replicas.values())) {
      // The caches may be behind a run that has just begun.
      TicketRule rule = rule(live.apply(policy));
      write(replicas.values(), replica -> rule.takesBack(replica.gate()), tickets::takeBack);
    }
    Optional<Instant> unlabelled =
        late(labels, policy, replicas, replica -> !replica.gate().staged(), tickets::stage, now);
    Optional<Instant> unfilled =
        late(stubs, policy, replicas, TicketWriter::isStub, tickets::takeBack, now);
    return NextPass.earlier(
        NextPass.earlier(unlabelled, unfilled), inputs.reconcile(context, replicas, now));
  }

  /**
   * Lets go of the replicas of a policy that the gate does not stage any more: each that is held
   * gets a ticket, so that the propagator's write passes, which takes the label off (gate 2).
   *
   * <p>A policy that is gone, or cannot be read, lets go of nothing; that its label is off is read
   * from the hub before the first ticket.
   *
   * @return when to do so again without a change on the hub
   */
  public Optional<Instant> letGo(
      PolicyContext context, Map<String, CachedReplica> replicas, Instant now) {
    PolicyName policy = context.objects().policy();
    boolean holds =
        replicas.values().stream().anyMatch(GateKeeper::held)
            && !(unlabelled(context) && unlabelled(live.apply(policy)));
    return late(
        labels,
        policy,
        replicas,
        replica -> !holds && held(replica),
        replica ->
            tickets.give(policy, replica.replica().cluster(), NO_ATTEMPT, Optional.of(replica)),
        now);
  }

  private static boolean held(CachedReplica replica) {
    return replica.gate().staged() && !replica.gate().open();
  }

  private static boolean unlabelled(PolicyContext context) {
    return context.root().isPresent() && context.objects().way() != StagingWay.GATE;
  }

  /** Writes those of which something has held for a while, which should pass by itself. */
  private Optional<Instant> late(
      ReplicaPatience patience,
      PolicyName policy,
      Map<String, CachedReplica> replicas,
      Predicate<CachedReplica> waits,
      Consumer<CachedReplica> write,
      Instant now) {
    ReplicaPatience.Due due = patience.due(policy, replicas, waits, now);
    write(due.replicas(), replica -> true, write);
    return due.again();
  }

  private static boolean takesBack(PolicyContext context, Collection<CachedReplica> replicas) {
    TicketRule rule = rule(context);
    return replicas.stream().anyMatch(replica -> rule.takesBack(replica.gate()));
  }

  private static TicketRule rule(PolicyContext context) {
    return new TicketRule(OpenAttempt.of(context));
  }

  private void write(
      Collection<CachedReplica> replicas,
      Predicate<CachedReplica> which,
      Consumer<CachedReplica> write) {
    List<CachedReplica> concerned = replicas.stream().filter(which).toList();
    if (!concerned.isEmpty()) {
      requests.each(
          concerned,
          replica -> {
            write.accept(replica);
            return true;
          });
    }
  }
}
