package io.sluice.process;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.sluice.hub.client.RequestPool;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import io.sluice.settings.LeaseSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks that the user of a kubeconfig may do all that {@code deploy/rbac} grants, but for what it
 * grants for workers of former releases.
 *
 * <p>The hub is asked for each permission: it may grant them by other rules.
 */
public final class PermissionCheck {
  /** Where the rights of a worker beside OCM's propagator are. */
  private static final String BESIDE = "beside/";

  /** Where the rights to propagate templates are, which a hub may grant for other kinds. */
  private static final String KARMADA = "karmada/";

  /** The rights of the dashboard on the hub, which has a ServiceAccount of its own. */
  private static final String DASHBOARD = "dashboard/";

  /** What only the evaluator of Placements needs. */
  private static final String PLACEMENT = "placement-cluster-role.yaml";

  /**
   * The annotation of a role that lists what nothing of this version uses. The rights of a version
   * are applied before its workers are replaced, and those ask for all that their own grant.
   */
  private static final String FORMER = "sluice.io/former-rights";

  private static final int ASKED_AT_ONCE = 8;

  private final KubernetesClient hub;
  private final String files;
  private final List<Permission> needed;

  /**
   * Lists the permissions that a process needs.
   *
   * @param mode beside OCM's propagator it may write neither replicas nor statuses of policies
   * @param leaseNamespace where its Lease is; absent when it needs none
   * @param placements which Placements it evaluates (placement 10)
   * @param templates whether it propagates templates (lazy-activation 2)
   */
  public PermissionCheck(
      KubernetesClient hub,
      HubMode mode,
      Optional<String> leaseNamespace,
      PlacementMode placements,
      boolean templates) {
    this.hub = hub;
    this.files =
        (mode.beside() ? "-f deploy/rbac/beside" : "-f deploy/rbac")
            + (templates ? " -f deploy/rbac/karmada" : "");
    this.needed =
        Stream.concat(
                needed(mode, leaseNamespace, placements).stream(),
                templates ? neededForTemplates(leaseNamespace).stream() : Stream.empty())
            .distinct()
            .toList();
  }

  static List<Permission> needed(
      HubMode mode, Optional<String> leaseNamespace, PlacementMode placements) {
    KubernetesSerialization yaml = new KubernetesSerialization();
    return PackagedFiles.RBAC.files().entrySet().stream()
        .filter(file -> file.getKey().endsWith("role.yaml"))
        .filter(file -> !file.getKey().startsWith(KARMADA))
        .filter(file -> !file.getKey().startsWith(DASHBOARD))
        .filter(file -> file.getKey().startsWith(BESIDE) == mode.beside())
        .filter(file -> placements != PlacementMode.OFF || !file.getKey().equals(PLACEMENT))
        .map(file -> yaml.<HasMetadata>unmarshal(file.getValue()))
        .flatMap(object -> of(object, leaseNamespace))
        .filter(permission -> placements == PlacementMode.ALL || !ofOperator(permission))
        .toList();
  }

  /**
   * Lists what the propagation of templates needs besides. Which kinds the templates are of shows
   * only in the policies, so that the rights on them are not asked for.
   */
  static List<Permission> neededForTemplates(Optional<String> leaseNamespace) {
    return grantedForTemplates(leaseNamespace).stream()
        .filter(permission -> !permission.resource().equals(Permission.ANY))
        .toList();
  }

  /** Lists all that {@code deploy/rbac/karmada} grants. */
  static List<Permission> grantedForTemplates(Optional<String> leaseNamespace) {
    KubernetesSerialization yaml = new KubernetesSerialization();
    Optional<String> own = leaseNamespace.or(() -> Optional.of(LeaseSettings.NAMESPACE));
    return PackagedFiles.RBAC.files().entrySet().stream()
        .filter(file -> file.getKey().startsWith(KARMADA) && file.getKey().endsWith("role.yaml"))
        .map(file -> yaml.<HasMetadata>unmarshal(file.getValue()))
        .flatMap(object -> of(object, own))
        .toList();
  }

  /** Returns whether it is about OCM's operator, which is looked for with {@code all} only. */
  private static boolean ofOperator(Permission permission) {
    return permission.group().equals(Kinds.CLUSTER_MANAGER.getGroup());
  }

  private static Stream<Permission> of(HasMetadata object, Optional<String> leaseNamespace) {
    Set<String> former = former(object);
    return granted(object, leaseNamespace)
        .filter(right -> !former.contains(right.verb() + " " + right.resource()));
  }

  /** Returns what a role grants for workers of former releases alone: verb and resource. */
  static Set<String> former(HasMetadata role) {
    return Optional.ofNullable(role.getMetadata().getAnnotations())
        .map(annotations -> annotations.get(FORMER))
        .map(text -> Set.of(text.split(", ")))
        .orElse(Set.of());
  }

  static Stream<Permission> granted(HasMetadata object, Optional<String> leaseNamespace) {
    if (object instanceof ClusterRole role) {
      return role.getRules().stream().flatMap(rule -> Permission.of(rule, ""));
    }
    if (object instanceof Role role) {
      return leaseNamespace.stream()
          .flatMap(
              namespace ->
                  role.getRules().stream().flatMap(rule -> Permission.of(rule, namespace)));
    }
    throw new IllegalStateException(
        "Cannot list the permissions that are needed: deploy/rbac holds a %s. Build Sluice anew."
            .formatted(object.getKind()));
  }

  void check() {
    problem()
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  /** Checks only what is needed to read policies and what decides about them. */
  void checkReading() {
    List<Permission> missing = missing(needed.stream().filter(Permission::reads).toList());
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "Cannot read the hub at %s: %s may not %s. Ask its administrator for the right to do this."
              .formatted(address(), HubUser.of(hub), message(missing)));
    }
  }

  /** Returns which permissions are missing, and what to do. */
  public Optional<String> problem() {
    List<Permission> missing = missing(needed);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Cannot work on the hub at %s: %s may not %s. Run kubectl apply %s, and %s."
                .formatted(address(), HubUser.of(hub), message(missing), files, HubUser.BOUND));
  }

  private String address() {
    return hub.getMasterUrl().toString().replaceAll("/$", "");
  }

  private List<Permission> missing(List<Permission> asked) {
    try (RequestPool requests = new RequestPool(ASKED_AT_ONCE)) {
      List<Boolean> granted = requests.each(asked, permission -> permission.granted(hub));
      return IntStream.range(0, asked.size())
          .filter(i -> !granted.get(i))
          .mapToObj(asked::get)
          .toList();
    } catch (KubernetesClientException e) {
      throw HubCheck.failure(hub, e);
    }
  }

  /** Formats {@code update, patch policies/status in policy.open-cluster-management.io; …}. */
  static String message(List<Permission> missing) {
    Map<String, List<String>> verbs =
        missing.stream()
            .collect(
                groupingBy(
                    Permission::object, LinkedHashMap::new, mapping(Permission::verb, toList())));
    return verbs.entrySet().stream()
        .map(object -> String.join(", ", object.getValue()) + " " + object.getKey())
        .collect(joining("; "));
  }
}
