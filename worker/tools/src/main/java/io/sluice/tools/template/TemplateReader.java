package io.sluice.tools.template;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.VerifiedUser;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.template.BindingReader;
import io.sluice.hub.template.KarmadaKinds;
import io.sluice.policy.BindingName;
import io.sluice.settings.TemplateSettings;
import io.sluice.template.ResourceId;
import io.sluice.tools.option.CliFailure;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Reads a template's binding from the hub, with what its rollout depends on. */
public final class TemplateReader {
  private final KubernetesClient client;
  private final HubApi hub;
  private final String own;
  private final BindingReader reader;

  /**
   * Creates a reader.
   *
   * @param own the namespace of Sluice
   */
  public TemplateReader(KubernetesClient client, String own) {
    this.client = client;
    this.hub = new HubApi(client);
    this.own = requireNonNull(own, "own is null");
    this.reader =
        BindingReader.viewing(
            client,
            () -> hub.listAll(Kinds.MANAGED_CLUSTER),
            TemplateSettings.DEFAULTS.view(),
            Clock.systemUTC());
  }

  /** Returns whom the hub takes its user for; empty where it does not say it. */
  public Optional<VerifiedUser> user() {
    return VerifiedUser.of(client);
  }

  /**
   * Reads it: the template of that namespace, else the cluster-scoped one.
   *
   * @param act begins messages: {@code "Cannot show template Deployment shop/web"}
   * @throws CliFailure when it has no binding
   */
  public TemplateObjects read(TemplateName name, String act) {
    for (boolean clusterScoped : List.of(false, true)) {
      ResourceId id = name.id(clusterScoped);
      Optional<GenericKubernetesResource> binding =
          hub.get(KarmadaKinds.binding(id.namespace()), id.namespace(), id.bindingName());
      if (binding.isPresent()) {
        return new TemplateObjects(
            binding.get(), reader.read(BindingName.of(id.namespace(), id.bindingName(), own)));
      }
    }
    throw new CliFailure(
        "%s: there is no ResourceBinding %s. Check kind, name and namespace; a template that no policy has propagated yet waits for a change of its own."
            .formatted(act, name.id(false).bindingKey()));
  }

  /**
   * Reads a binding that its Rollout object names.
   *
   * @param act begins messages
   * @throws CliFailure when the hub has none
   */
  public TemplateObjects read(BindingName name, String act) {
    return hub.get(
            KarmadaKinds.binding(name.bindingNamespace()), name.bindingNamespace(), name.binding())
        .map(binding -> new TemplateObjects(binding, reader.read(name)))
        .orElseThrow(
            () ->
                new CliFailure(
                    "%s: there is no binding %s any more. Its Rollout goes with it."
                        .formatted(act, name)));
  }
}
