package io.sluice.tools.request;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.VerifiedUser;
import io.sluice.policy.PolicyName;
import io.sluice.tools.approval.PresentVersion;
import io.sluice.tools.option.CommandTarget;
import io.sluice.tools.option.CommandWriter;
import io.sluice.tools.status.StatusReader;
import io.sluice.tools.status.StatusView;
import io.sluice.tools.status.TemplateStatusReader;
import io.sluice.tools.template.TemplateName;
import io.sluice.tools.template.TemplateObjects;
import io.sluice.tools.template.TemplateReader;
import java.time.Instant;
import java.util.Optional;

/** Reads what a request depends on: of a policy, or of a template. */
public interface RolloutSource {
  /** Formats what is rolled out: {@code policy policies/web}. */
  String title();

  /** Returns what names it on a command line. */
  CommandTarget named();

  /** Writes commands that can be pasted. */
  CommandWriter commands();

  /** Says how it gets a strategy of that type. */
  String remedy(String type);

  /** Returns as whom the hub knows the person who asks; empty where it does not say it. */
  Optional<VerifiedUser> user();

  /** Reads it anew; {@code act} begins the message where there is none. */
  RequestContext read(String act);

  /** Reads a policy. */
  record OfPolicy(StatusReader reader, PolicyName name, CommandWriter commands)
      implements RolloutSource {
    public OfPolicy {
      requireNonNull(reader, "reader is null");
      requireNonNull(name, "name is null");
      requireNonNull(commands, "commands is null");
    }

    @Override
    public String title() {
      return "policy " + name;
    }

    @Override
    public CommandTarget named() {
      return CommandTarget.of(name);
    }

    @Override
    public String remedy(String type) {
      return "Give it spec.rolloutStrategy%s.".formatted(type);
    }

    @Override
    public Optional<VerifiedUser> user() {
      return reader.user();
    }

    @Override
    public RequestContext read(String act) {
      GenericKubernetesResource policy = reader.policy(name, act);
      Optional<GenericKubernetesResource> rollout = reader.rollout(name);
      return new RequestContext(
          this,
          name,
          StatusView.strategy(policy, rollout),
          rollout,
          PresentVersion.of(policy, Instant.now()));
    }
  }

  /**
   * Reads a template.
   *
   * @param own the namespace of Sluice
   */
  record OfTemplate(TemplateReader reader, TemplateName name, String own, CommandWriter commands)
      implements RolloutSource {
    OfTemplate(KubernetesClient client, String own, TemplateName name, CommandWriter commands) {
      this(new TemplateReader(client, own), name, own, commands);
    }

    @Override
    public String title() {
      return name.toString();
    }

    @Override
    public CommandTarget named() {
      return CommandTarget.ofTemplate(name.kind(), name.namespace(), name.name(), own);
    }

    @Override
    public String remedy(String type) {
      return "Give its policy the annotation sluice.io/rollout-strategy%s.".formatted(type);
    }

    @Override
    public Optional<VerifiedUser> user() {
      return reader.user();
    }

    @Override
    public RequestContext read(String act) {
      TemplateObjects objects = reader.read(name, act);
      return new RequestContext(
          this,
          objects.name(),
          TemplateStatusReader.strategy(objects),
          objects.context().rollout(),
          PresentVersion.of(objects.context().version()));
    }
  }
}
