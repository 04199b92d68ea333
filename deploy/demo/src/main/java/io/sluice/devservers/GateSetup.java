package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.gate.GateCheck;
import io.sluice.hub.gate.GateState;
import io.sluice.process.PackagedFiles;
import io.sluice.settings.LeaseSettings;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Installs the gate of {@code deploy/gate} on a hub, and removes it; safe to repeat. */
final class GateSetup {
  /** The worker that {@code deploy/gate} names. */
  static final String WORKER = "system:serviceaccount:%s:sluice".formatted(LeaseSettings.NAMESPACE);

  private static final String SUBJECT =
      """
        - kind: ServiceAccount
          name: sluice
          namespace: %s
      """
          .formatted(LeaseSettings.NAMESPACE);

  private static final String USER =
      """
        - apiGroup: rbac.authorization.k8s.io
          kind: User
          name: %s
      """;

  // Not io/sluice/gate: that is a package of classes.
  private static final PackagedFiles GATE = new PackagedFiles("gate", "io/sluice/devservers/gate");
  private static final String QUIET = "quiet/";
  private static final String API = "admissionregistration.k8s.io/v1";
  private static final Duration LONGEST = Duration.ofSeconds(30);
  private static final Duration EVERY = Duration.ofMillis(100);

  private final KubernetesClient hub;
  private final ManifestApplier manifests;

  GateSetup(KubernetesClient hub) {
    this.hub = requireNonNull(hub, "hub is null");
    this.manifests = new ManifestApplier(hub, line -> {});
  }

  /**
   * Installs it.
   *
   * @param worker the user that it knows as the worker
   * @param quiet whether what is held is put back instead of refused, where the API server can
   */
  void install(String worker, boolean quiet) {
    manifests.apply(GATE, quiet ? served() : refusing(), (file, text) -> of(worker, text));
  }

  /** A user has the rights by its name. */
  private static String of(String worker, String text) {
    return worker.equals(WORKER)
        ? text
        : text.replace(WORKER, worker).replace(SUBJECT, USER.formatted(worker));
  }

  /** Waits until it counts: an API server takes a moment to see a policy of admission. */
  void await(KubernetesClient worker) {
    GateCheck check = new GateCheck(worker, LeaseSettings.NAMESPACE);
    long end = System.nanoTime() + LONGEST.toNanos();
    GateState state = check.check().state();
    while (!(state instanceof GateState.Closed)) {
      if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
        throw new DevServersException(
            "Cannot use the gate: it does not stand after %d s. %s"
                .formatted(LONGEST.toSeconds(), state.message()));
      }
      LockSupport.parkNanos(EVERY.toNanos());
      state = check.check().state();
    }
  }

  /** Removes it with the rights that came with it; what it held passes from now on. */
  void remove() {
    manifests.objects(GATE, served(), ManifestApplier.UNCHANGED).stream()
        .map(hub::resource)
        .forEach(Resource::delete);
  }

  private static Predicate<String> refusing() {
    return file -> !file.startsWith(QUIET);
  }

  /** Returns the files of which the API server knows the kinds: before 1.36 not all. */
  private Predicate<String> served() {
    boolean all =
        new HubApi(hub)
            .served(API).stream()
                .map(APIResource::getKind)
                .anyMatch("MutatingAdmissionPolicy"::equals);
    return all ? file -> true : refusing();
  }
}
