package io.sluice.stranger;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.process.PackagedFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Names who is on a hub besides its administrators, with the rights that each really has.
 *
 * <p>Those of OCM are in {@code resources/strangers}, with their source. Those of Kubernetes are
 * the ones that the API server itself makes: what aggregates to {@code edit} and {@code view}, and
 * with it what Sluice adds there.
 */
enum StrangerRole {
  /** Whoever joins clusters: OCM's bootstrap token. */
  BOOTSTRAP_TOKEN(
      List.of("bootstrap-token"),
      List.of(),
      "system:bootstrappers",
      "system:bootstrappers:managedcluster"),

  /** The account of the policy add-on of one cluster, in the namespace of that cluster. */
  ADD_ON_ACCOUNT(
      List.of("add-on-account"),
      List.of(),
      "system:open-cluster-management:addon:governance-policy-framework"),

  /** Who has Kubernetes' {@code edit} in one namespace. */
  TENANT(List.of(), List.of("edit", "view")),

  /** A tenant who writes policies in that namespace, too. */
  AUTHOR(List.of("policy-author"), List.of("edit", "view")),

  /** Who may approve in one namespace, as docs/permissions.md says. */
  APPROVER(List.of("users/rollouts-approve", "users/rollouts-edit"), List.of("view")),

  /** Who has Kubernetes' {@code view} in one namespace. */
  VIEWER(List.of(), List.of("view"));

  private final List<String> files;
  private final List<String> aggregates;
  private final List<String> groups;

  StrangerRole(List<String> files, List<String> aggregates, String... groups) {
    this.files = files;
    this.aggregates = aggregates;
    this.groups = List.of(groups);
  }

  /** Returns whether it holds everywhere, and not in one namespace alone. */
  boolean everywhere() {
    return this == BOOTSTRAP_TOKEN;
  }

  /** Returns the groups of its users. */
  List<String> groups() {
    return Stream.concat(groups.stream(), Stream.of("system:authenticated")).toList();
  }

  /** Makes its ClusterRoles where they are missing, and returns the names of all of them. */
  List<String> clusterRoles(KubernetesClient admin) {
    Stream<String> own = files.stream().map(file -> make(admin, file));
    // The controller that would add them up in edit and view does not run on these servers.
    Stream<String> added =
        aggregates.stream()
            .flatMap(
                to ->
                    admin
                        .rbac()
                        .clusterRoles()
                        .withLabel("rbac.authorization.k8s.io/aggregate-to-" + to, "true")
                        .list()
                        .getItems()
                        .stream())
            .map(role -> role.getMetadata().getName());
    return Stream.concat(own, added).distinct().toList();
  }

  private static String make(KubernetesClient admin, String file) {
    ClusterRole role = Serialization.unmarshal(text(file + ".yaml"), ClusterRole.class);
    admin.resource(role).fieldManager("strangers").forceConflicts().serverSideApply();
    return role.getMetadata().getName();
  }

  /** Those of Sluice are below {@code deploy/rbac}. */
  private static String text(String file) {
    if (file.contains("/")) {
      return PackagedFiles.RBAC.files().get(file);
    }
    try (InputStream in = StrangerRole.class.getResourceAsStream("/strangers/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + file, e);
    }
  }
}
