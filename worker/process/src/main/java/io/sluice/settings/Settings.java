package io.sluice.settings;

import static java.util.Objects.requireNonNull;

import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.propagator.PropagatorNamespaces;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.rollout.AttemptSpec;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.status.RootStatusLimit;
import io.sluice.workflow.RolloutSettings;
import io.sluice.workflow.payload.PayloadKeys;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Holds the administrator's settings of one process.
 *
 * @param hubName of this hub among those that share the Temporal namespace
 * @param temporalNamespace the Temporal namespace that rollouts run in
 * @param payloadKeys what payloads of rollouts are encrypted with
 * @param writesInFlight most writes to replicas at one moment
 * @param soakFloor least soak of a success (rollout-strategy E6)
 * @param weakSoakFloor the same on weak evidence
 * @param skew how far a spoke's clock may lag behind the hub's (rollout-strategy E2)
 * @param removalGrace how long nothing must have selected a cluster before its replica is deleted
 *     (placement 11.3) and it is no member of a rollout any more (rollout-strategy 3.7); no option
 *     of a worker sets it
 * @param rootStatusEvery least time between two writes of one root's status
 * @param rootStatusLimit how large a root's status may become (policy-propagation 9.3)
 * @param replicaRolloutStatus whether replicas of staged policies show the status of their cluster
 *     (policy-propagation 9.4)
 * @param stickyTimeout how long a run waits for the worker that has it cached before any may take
 *     it; zero on a Temporal server in memory, which never gives a run to another
 * @param mode whether to work beside OCM's propagator
 * @param propagatorNamespaces where OCM's propagator keeps its Lease (policy-propagation 8.1)
 * @param checkAddresses what checks may ask over HTTP, and notices be sent to (between-waves K5,
 *     N3)
 * @param links where people look at rollouts (between-waves N1)
 * @param placements which Placements are evaluated, and how
 * @param templates how templates are propagated, as Karmada's API says; absent: none are
 * @param role what of the work it does
 * @param version of the worker; absent: Temporal gives every run to any worker
 * @param rollouts settings that each run is started with
 * @param lease how processes elect a leader; absent: this process is alone, and leads
 */
public record Settings(
    HubName hubName,
    String temporalNamespace,
    PayloadKeys payloadKeys,
    int writesInFlight,
    Duration soakFloor,
    Duration weakSoakFloor,
    Duration skew,
    Duration removalGrace,
    Duration rootStatusEvery,
    RootStatusLimit rootStatusLimit,
    boolean replicaRolloutStatus,
    Duration stickyTimeout,
    ModeSetting mode,
    PropagatorNamespaces propagatorNamespaces,
    AllowedAddresses checkAddresses,
    LinkSettings links,
    EvaluatorSettings placements,
    Optional<TemplateSettings> templates,
    Role role,
    Optional<DeploymentVersion> version,
    RolloutSettings rollouts,
    Optional<LeaseSettings> lease) {
  private static final Duration SKEW = Duration.ofMinutes(1);
  private static final Duration REMOVAL_GRACE = Duration.ofMinutes(1);

  public static final Settings DEFAULTS =
      new Settings(
          HubName.DEFAULT,
          "sluice",
          PayloadKeys.NONE,
          24,
          AttemptSpec.DEFAULT_SOAK_FLOOR,
          AttemptSpec.DEFAULT_WEAK_SOAK_FLOOR,
          SKEW,
          REMOVAL_GRACE,
          Duration.ofSeconds(5),
          RootStatusLimit.DEFAULT,
          true,
          Duration.ofSeconds(1),
          ModeSetting.AUTO,
          PropagatorNamespaces.DEFAULT,
          AllowedAddresses.NONE,
          LinkSettings.NONE,
          EvaluatorSettings.DEFAULTS,
          Optional.empty(),
          Role.ALL,
          Optional.empty(),
          RolloutSettings.DEFAULTS,
          Optional.empty());

  public Settings {
    requireNonNull(hubName, "hubName is null");
    requireNonNull(temporalNamespace, "temporalNamespace is null");
    requireNonNull(payloadKeys, "payloadKeys is null");
    requireNonNull(soakFloor, "soakFloor is null");
    requireNonNull(weakSoakFloor, "weakSoakFloor is null");
    requireNonNull(skew, "skew is null");
    requireNonNull(removalGrace, "removalGrace is null");
    requireNonNull(rootStatusEvery, "rootStatusEvery is null");
    requireNonNull(rootStatusLimit, "rootStatusLimit is null");
    requireNonNull(stickyTimeout, "stickyTimeout is null");
    requireNonNull(mode, "mode is null");
    requireNonNull(propagatorNamespaces, "propagatorNamespaces is null");
    requireNonNull(checkAddresses, "checkAddresses is null");
    requireNonNull(links, "links is null");
    requireNonNull(placements, "placements is null");
    requireNonNull(templates, "templates is null");
    requireNonNull(role, "role is null");
    requireNonNull(version, "version is null");
    requireNonNull(rollouts, "rollouts is null");
    requireNonNull(lease, "lease is null");
    if (writesInFlight < 1) {
      throw new IllegalArgumentException(
          "Cannot write with %d requests in flight: it takes one. Set writesInFlight to 16 to 32."
              .formatted(writesInFlight));
    }
  }

  /**
   * Returns these settings with some changed: {@code with(settings -> settings.soakFloor(ZERO))}.
   */
  public Settings with(Consumer<Builder> changes) {
    Builder builder = new Builder(this);
    changes.accept(builder);
    return builder.build();
  }

  /**
   * Returns the settings of a process in that mode. Beside OCM's propagator, Placements are OCM's.
   */
  public Settings in(HubMode decided) {
    return with(
        settings -> {
          settings.mode(ModeSetting.of(decided));
          if (decided.beside()) {
            settings.placements(new EvaluatorSettings(PlacementMode.OFF, placements.grouping()));
          }
        });
  }

  /** Changes the settings that users and tests may set. */
  public static final class Builder {
    private final Settings from;
    private HubName hubName;
    private String temporalNamespace;
    private PayloadKeys payloadKeys;
    private Duration soakFloor;
    private Duration weakSoakFloor;
    private Duration removalGrace;
    private Duration rootStatusEvery;
    private RootStatusLimit rootStatusLimit;
    private boolean replicaRolloutStatus;
    private Duration stickyTimeout;
    private ModeSetting mode;
    private PropagatorNamespaces propagatorNamespaces;
    private AllowedAddresses checkAddresses;
    private LinkSettings links;
    private EvaluatorSettings placements;
    private Optional<TemplateSettings> templates;
    private Role role;
    private Optional<DeploymentVersion> version;
    private RolloutSettings rollouts;
    private Optional<LeaseSettings> lease;

    private Builder(Settings from) {
      this.from = from;
      hubName = from.hubName;
      temporalNamespace = from.temporalNamespace;
      payloadKeys = from.payloadKeys;
      soakFloor = from.soakFloor;
      weakSoakFloor = from.weakSoakFloor;
      removalGrace = from.removalGrace;
      rootStatusEvery = from.rootStatusEvery;
      rootStatusLimit = from.rootStatusLimit;
      replicaRolloutStatus = from.replicaRolloutStatus;
      stickyTimeout = from.stickyTimeout;
      mode = from.mode;
      propagatorNamespaces = from.propagatorNamespaces;
      checkAddresses = from.checkAddresses;
      links = from.links;
      placements = from.placements;
      templates = from.templates;
      role = from.role;
      version = from.version;
      rollouts = from.rollouts;
      lease = from.lease;
    }

    /** Names the hub among those that share the Temporal namespace. */
    public Builder hubName(HubName name) {
      hubName = name;
      return this;
    }

    public Builder temporalNamespace(String name) {
      temporalNamespace = name;
      return this;
    }

    /** Encrypts payloads with the first of these keys. */
    public Builder payloadKeys(PayloadKeys keys) {
      payloadKeys = keys;
      return this;
    }

    public Builder soakFloor(Duration floor) {
      soakFloor = floor;
      return this;
    }

    public Builder weakSoakFloor(Duration floor) {
      weakSoakFloor = floor;
      return this;
    }

    public Builder removalGrace(Duration grace) {
      removalGrace = grace;
      return this;
    }

    public Builder rootStatusEvery(Duration least) {
      rootStatusEvery = least;
      return this;
    }

    public Builder rootStatusLimit(RootStatusLimit limit) {
      rootStatusLimit = limit;
      return this;
    }

    public Builder replicaRolloutStatus(boolean written) {
      replicaRolloutStatus = written;
      return this;
    }

    public Builder stickyTimeout(Duration timeout) {
      stickyTimeout = timeout;
      return this;
    }

    public Builder mode(ModeSetting setting) {
      mode = setting;
      return this;
    }

    public Builder propagatorNamespaces(PropagatorNamespaces namespaces) {
      propagatorNamespaces = namespaces;
      return this;
    }

    /** Lets checks ask these addresses, and notices be sent to them, and no other. */
    public Builder checkAddresses(AllowedAddresses allowed) {
      checkAddresses = allowed;
      return this;
    }

    /** Links to where people look at rollouts. */
    public Builder links(LinkSettings settings) {
      links = settings;
      return this;
    }

    public Builder placements(EvaluatorSettings settings) {
      placements = settings;
      return this;
    }

    /** Propagates templates; absent: none. */
    public Builder templates(Optional<TemplateSettings> settings) {
      templates = settings;
      return this;
    }

    public Builder role(Role part) {
      role = part;
      return this;
    }

    /** Polls as that version of a Worker Deployment; absent: without Worker Versioning. */
    public Builder version(Optional<DeploymentVersion> deployed) {
      version = deployed;
      return this;
    }

    public Builder rollouts(RolloutSettings settings) {
      rollouts = settings;
      return this;
    }

    /** Shares the hub with other processes, of which one leads; absent: this one is alone. */
    public Builder lease(Optional<LeaseSettings> shared) {
      lease = shared;
      return this;
    }

    private Settings build() {
      return new Settings(
          hubName,
          temporalNamespace,
          payloadKeys,
          from.writesInFlight,
          soakFloor,
          weakSoakFloor,
          from.skew,
          removalGrace,
          rootStatusEvery,
          rootStatusLimit,
          replicaRolloutStatus,
          stickyTimeout,
          mode,
          propagatorNamespaces,
          checkAddresses,
          links,
          placements,
          templates,
          role,
          version,
          rollouts,
          lease);
    }
  }
}
