package io.sluice.hub.read;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.beside.OverrideName;
import io.sluice.hub.approval.ApprovalGuard;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.client.JsonSender;
import io.sluice.hub.client.PendingReads;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.client.RootPolicy;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.definition.PolicyDefinition;
import io.sluice.hub.ledger.TicketLedgers;
import io.sluice.hub.propagator.PropagatorGuard;
import io.sluice.hub.schedule.CalendarReader;
import io.sluice.policy.PolicyName;
import io.sluice.policy.PolicySetRefs;
import io.sluice.policy.PolicySets;
import io.sluice.policy.propagation.PolicySetView;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Reads the objects of one policy from the hub; those that concern the other policies of its
 * namespace, too, are {@link NamespaceReader read for all of them}.
 */
public final class HubReader {
  private final HubApi hub;
  private final CalendarReader calendars;
  private final NamespaceReader namespaces;
  private final JsonSender sender;
  private final PolicyDefinition definition;
  private final RequestPool pool;
  private final PropagatorGuard propagator;
  private final HubMode mode;
  private final TicketLedgers ledgers;
  private final ApprovalGuard approvals;

  /**
   * Reads through this client.
   *
   * @param pool sends the requests of one read in parallel, as a run waits for each
   */
  public HubReader(KubernetesClient client, RequestPool pool) {
    this(client, pool, PropagatorGuard.ALONE);
  }

  /**
   * Reads through this client.
   *
   * @param propagator decides whether anything may be written
   */
  public HubReader(KubernetesClient client, RequestPool pool, PropagatorGuard propagator) {
    this(client, pool, propagator, ApprovalGuard.UNASKED);
  }

  /**
   * The same.
   *
   * @param approvals decides whether rules of approvals may be used
   */
  public HubReader(
      KubernetesClient client,
      RequestPool pool,
      PropagatorGuard propagator,
      ApprovalGuard approvals) {
    this(
        client,
        pool,
        propagator,
        HubMode.STANDALONE,
        new TicketLedgers(client),
        approvals,
        new CalendarReader(new HubApi(client)));
  }

  private HubReader(
      KubernetesClient client,
      RequestPool pool,
      PropagatorGuard propagator,
      HubMode mode,
      TicketLedgers ledgers,
      ApprovalGuard approvals,
      CalendarReader calendars) {
    this.approvals = requireNonNull(approvals, "approvals is null");
    this.ledgers = requireNonNull(ledgers, "ledgers is null");
    this.mode = requireNonNull(mode, "mode is null");
    this.propagator = requireNonNull(propagator, "propagator is null");
    this.hub = new HubApi(client);
    this.calendars = calendars;
    this.sender = new JsonSender(client);
    this.pool = requireNonNull(pool, "pool is null");
    this.definition = new PolicyDefinition(client);
    this.namespaces = new NamespaceReader(hub, mode, calendars, pool);
  }

  /** Returns a reader for who only looks, perhaps without the right to see calendars. */
  public static HubReader viewing(KubernetesClient client, RequestPool pool, HubMode mode) {
    return new HubReader(
        client,
        pool,
        PropagatorGuard.ALONE,
        mode,
        new TicketLedgers(client),
        ApprovalGuard.UNASKED,
        CalendarReader.viewing(new HubApi(client)));
  }

  /** Returns a reader of a hub where OCM's propagator writes the replicas. */
  public static HubReader beside(KubernetesClient client, RequestPool pool) {
    return beside(client, pool, ApprovalGuard.UNASKED);
  }

  /**
   * The same.
   *
   * @param approvals decides whether rules of approvals may be used
   */
  public static HubReader beside(
      KubernetesClient client, RequestPool pool, ApprovalGuard approvals) {
    return beside(client, pool, new TicketLedgers(client), approvals);
  }

  /**
   * The same.
   *
   * @param ledgers those of this process, which show what it has added itself
   * @param approvals decides whether rules of approvals may be used
   */
  public static HubReader beside(
      KubernetesClient client, RequestPool pool, TicketLedgers ledgers, ApprovalGuard approvals) {
    return new HubReader(
        client,
        pool,
        PropagatorGuard.ALONE,
        HubMode.BESIDE,
        ledgers,
        approvals,
        new CalendarReader(new HubApi(client)));
  }

  /** Reads them, as long as it takes. */
  public PolicyObjects read(PolicyName policy) {
    try (PendingReads reads = pool.reads()) {
      return read(policy, reads);
    }
  }

  /**
   * Does the same, and fails when the hub does not answer in time.
   *
   * @param patience how long the answers are awaited, together
   */
  public PolicyObjects read(PolicyName policy, Duration patience) {
    try (PendingReads reads = pool.reads(patience)) {
      return read(policy, reads);
    }
  }

  /** Does the same among other reads, in their time. */
  public PolicyObjects read(PolicyName policy, PendingReads reads) {
    String namespace = policy.namespace();
    String doing = "read policy " + policy;
    Future<NamespaceReader.Objects> shared = namespaces.ask(namespace);
    Future<Optional<GenericKubernetesResource>> root =
        reads.begin(() -> hub.get(Kinds.POLICY, namespace, policy.name()));
    Future<List<GenericKubernetesResource>> rule = reads.begin(() -> ruleOfOverride(policy));
    Optional<GenericKubernetesResource> rollout = rollout(policy);
    CalendarReader.Named named =
        CalendarReader.named(rollout)
            ? reads.answer(namespaces.askNamed(namespace), doing)
            : CalendarReader.Named.NONE;
    NamespaceReader.Objects found = reads.answer(shared, doing);
    return new PolicyObjects(
        policy,
        reads.answer(root, doing),
        rollout,
        found.bindings(),
        found.sets(),
        found.placements(),
        Stream.concat(found.rules().stream(), reads.answer(rule, doing).stream()).toList(),
        found.decisions(),
        () -> hub.listAll(Kinds.MANAGED_CLUSTER),
        () -> mode == HubMode.STANDALONE && definition.dropsStrategy(),
        propagator.problem(namespace, found.cluster()),
        foreignSets(),
        mode,
        ledgers.of(policy, rollout),
        found.parsed(),
        calendars.of(namespace, named, found.ofCluster()),
        approvals);
  }

  /**
   * Reads the placement rule that has the name of the policy's override: the decisions that mirror
   * it would have the same names as our own.
   */
  private List<GenericKubernetesResource> ruleOfOverride(PolicyName policy) {
    return mode.beside()
        ? hub.get(Kinds.PLACEMENT_RULE, policy.namespace(), OverrideName.of(policy)).stream()
            .toList()
        : List.of();
  }

  /** Reads each set once, when a dependency names it. */
  private PolicySets foreignSets() {
    Map<PolicySetRefs.Ref, Optional<List<String>>> read = new ConcurrentHashMap<>();
    return (namespace, name) ->
        read.computeIfAbsent(
            new PolicySetRefs.Ref(namespace, name),
            ref ->
                hub.get(Kinds.POLICY_SET, namespace, name)
                    .map(HubObjects::tree)
                    .map(PolicySetView::of)
                    .map(PolicySetView::policies));
  }

  /**
   * Reads the policy and its Rollout, and nothing of its clusters: enough to decide whether an
   * attempt goes on.
   *
   * @param patience how long the answers are awaited, together
   */
  public PolicyObjects attempt(PolicyName policy, Duration patience) {
    try (PendingReads reads = pool.reads(patience)) {
      Future<Optional<GenericKubernetesResource>> root =
          reads.begin(() -> hub.get(Kinds.POLICY, policy.namespace(), policy.name()));
      Optional<GenericKubernetesResource> rollout = rollout(policy);
      return PolicyObjects.withoutFleet(
          policy, reads.answer(root, "read policy " + policy), rollout, mode);
    }
  }

  /** Reads the policy alone. */
  public Optional<RootPolicy> root(PolicyName policy) {
    return hub.get(Kinds.POLICY, policy.namespace(), policy.name()).map(RootPolicy::of);
  }

  /** Reads the metadata of the policy alone. */
  public Optional<ObjectMeta> metadata(PolicyName policy) {
    return sender.metadata(Kinds.POLICY, policy.namespace(), policy.name());
  }

  /** Reads the Rollout object of that policy name. */
  public Optional<GenericKubernetesResource> rollout(PolicyName policy) {
    return hub.get(Kinds.ROLLOUT, policy.namespace(), policy.rolloutName());
  }
}
