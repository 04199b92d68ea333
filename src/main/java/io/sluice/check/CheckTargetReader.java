package io.sluice.check;

import static io.sluice.check.CheckReader.INVALID;
import static io.sluice.check.CheckReader.SETTINGS;

import io.sluice.cel.CelExpression;
import io.sluice.cel.CelVariable;
import io.sluice.fleet.LabelSelector;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.SettingNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads what a check asks: exactly one of prometheus, webhook and object (between-waves 3). */
final class CheckTargetReader {
  private static final int LONGEST_QUERY = 8 * 1024;
  private static final Set<String> PROMETHEUS =
      Set.of("address", "query", "passed", "wait", "secretRef");
  private static final Set<String> WEBHOOK = Set.of("url", "secretRef", "names");
  private static final Set<String> OBJECT =
      Set.of("apiVersion", "kind", "name", "selector", "passed", "wait");
  private static final Pattern API_VERSION =
      Pattern.compile("([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[0-9][a-z0-9]*");
  private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]{0,62}");

  private static final AddressReader ADDRESSES =
      new AddressReader(INVALID, "https://metrics.example.com");
  private static final SecretReferenceReader SECRETS =
      new SecretReferenceReader(INVALID, SETTINGS, "prom");

  private CheckTargetReader() {}

  static Optional<CheckTarget> read(SettingNode check) {
    List<String> targets =
        Stream.of("prometheus", "webhook", "object")
            .filter(target -> !check.child(target).absent())
            .toList();
    if (targets.size() != 1) {
      return targets.isEmpty()
          ? check.report(INVALID, "asks nothing", "Add prometheus, webhook or object")
          : check.report(
              INVALID,
              "has %s, and may have one of them".formatted(String.join(" and ", targets)),
              "Make a check of each");
    }
    SettingNode node = check.child(targets.get(0));
    if (node.notAnObject()) {
      return node.refuse(INVALID, "not an object", "Write its fields below it");
    }
    return switch (targets.get(0)) {
      case "prometheus" -> prometheus(node);
      case "webhook" -> webhook(node);
      default -> object(node);
    };
  }

  private static Optional<CheckTarget> prometheus(SettingNode node) {
    node.warnOfUnknownFields(PROMETHEUS, SETTINGS);
    Optional<String> address = ADDRESSES.read(node.child("address"), false);
    Optional<String> query = query(node.child("query"));
    Optional<String> passed = passed(node.child("passed"), "result", CelVariable.LIST);
    Optional<String> waits = condition(node.child("wait"), "result", CelVariable.LIST);
    Optional<String> secret = SECRETS.read(node.child("secretRef"));
    return address.isEmpty() || query.isEmpty() || passed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CheckTarget.Prometheus(address.get(), query.get(), passed.get(), waits, secret));
  }

  private static Optional<CheckTarget> webhook(SettingNode node) {
    node.warnOfUnknownFields(WEBHOOK, SETTINGS);
    Optional<String> url = ADDRESSES.read(node.child("url"), true);
    Optional<String> secret = SECRETS.read(node.child("secretRef"));
    SettingNode names = node.child("names");
    if (!names.absent() && !(names.value() instanceof Boolean)) {
      names.refuse(INVALID, "neither true nor false", "Write one of them");
    }
    return url.map(
        address -> new CheckTarget.Webhook(address, secret, Boolean.TRUE.equals(names.value())));
  }

  private static Optional<CheckTarget> object(SettingNode node) {
    node.warnOfUnknownFields(OBJECT, SETTINGS);
    Optional<String> apiVersion = text(node.child("apiVersion"), API_VERSION, "apps/v1");
    Optional<String> kind = text(node.child("kind"), KIND, "Deployment");
    Optional<String> name =
        node.child("name").absent()
            ? Optional.empty()
            : text(node.child("name"), SecretReferenceReader.NAME, "web");
    SettingNode selects = node.child("selector");
    selects.warnOfUnknownFields(LabelSelectorReader.FIELDS, SETTINGS);
    Optional<LabelSelector> selector = LabelSelectorReader.read(selects);
    if (!node.child("name").absent() && !selects.absent()) {
      node.report(INVALID, "has name and selector", "Keep one of them");
    }
    Optional<String> passed = passed(node.child("passed"), "object", CelVariable.OBJECT);
    Optional<String> waits = condition(node.child("wait"), "object", CelVariable.OBJECT);
    return apiVersion.isEmpty() || kind.isEmpty() || passed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CheckTarget.WatchedObject(
                apiVersion.get(), kind.get(), name, selector, passed.get(), waits));
  }

  private static Optional<String> query(SettingNode node) {
    if (node.absent()) {
      return node.report(INVALID, "is missing", "Write what Prometheus is asked");
    }
    return node.text()
        .filter(text -> !text.isBlank())
        .filter(text -> text.getBytes(StandardCharsets.UTF_8).length <= LONGEST_QUERY)
        .or(
            () ->
                node.report(
                    INVALID,
                    "is no text of 1 to %d bytes".formatted(LONGEST_QUERY),
                    "Write a shorter query, or record it as a rule of Prometheus"));
  }

  private static Optional<String> passed(SettingNode node, String variable, CelVariable type) {
    return node.absent()
        ? node.report(INVALID, "is missing", "Write CEL about %s".formatted(variable))
        : condition(node, variable, type);
  }

  private static Optional<String> condition(SettingNode node, String variable, CelVariable type) {
    return node.absent()
        ? Optional.empty()
        : CelExpression.compile(node, INVALID, variable, type).flatMap(compiled -> node.text());
  }

  private static Optional<String> text(SettingNode node, Pattern pattern, String example) {
    return node.text()
        .filter(text -> pattern.matcher(text).matches())
        .or(
            () ->
                node.absent()
                    ? node.report(INVALID, "is missing", "Write one such as " + example)
                    : node.refuse(
                        INVALID, "which there cannot be", "Write one such as " + example));
  }
}
