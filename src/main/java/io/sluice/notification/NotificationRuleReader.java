package io.sluice.notification;

import io.sluice.check.AddressReader;
import io.sluice.check.SecretReferenceReader;
import io.sluice.fleet.NameDistance;
import io.sluice.rollout.strategy.LabelSelectorReader;
import io.sluice.rollout.strategy.NamedEntryReader;
import io.sluice.rollout.strategy.SettingNode;
import io.sluice.rollout.strategy.SettingNode.ProblemCollector;
import io.sluice.rollout.strategy.SettingsReading;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Reads {@code spec.notifications} of a Rollout, and RolloutNotifiers, from a tree as YAML or JSON
 * gives it (between-waves 5).
 *
 * <p>Every setting is read, and every problem is named: all are {@link #INVALID}. A problem holds
 * no rollout, and no other rule.
 */
public final class NotificationRuleReader {
  /** The reason of all problems, in a condition. */
  public static final String INVALID = "NotificationInvalid";

  /** Where the rules of a Rollout stand, in messages. */
  public static final String PATH = "Rollout spec.notifications";

  /** The kind of the objects that have a rule for many Rollouts. */
  public static final String NOTIFIER = "RolloutNotifier";

  private static final int MOST = 20;
  private static final int LONGEST_EVENT = 63;
  private static final String SETTINGS = "a notification";
  private static final Set<String> FIELDS = Set.of("name", "url", "secretRef", "events", "format");
  private static final Set<String> NOTIFIER_FIELDS =
      Set.of("url", "secretRef", "events", "format", "policySelector");
  private static final NamedEntryReader ENTRIES =
      NamedEntryReader.ofLabels(
          INVALID, "notification", SETTINGS, MOST, "Let one service tell the others");
  private static final AddressReader ADDRESSES =
      new AddressReader(INVALID, "https://hooks.example.com");
  private static final SecretReferenceReader SECRETS =
      new SecretReferenceReader(INVALID, SETTINGS, "chat");

  private NotificationRuleReader() {}

  /** Reads the rules of a Rollout; none if they are absent. */
  public static SettingsReading<List<NotificationRule>> read(Object tree) {
    return read(tree, PATH);
  }

  /**
   * Reads the rules of a Rollout; none if they are absent.
   *
   * @param path where they stand, in messages
   */
  public static SettingsReading<List<NotificationRule>> read(Object tree, String path) {
    ProblemCollector collector = new ProblemCollector();
    return SettingsReading.of(
        ENTRIES.read(new SettingNode(path, tree, collector), FIELDS, NotificationRuleReader::entry),
        collector,
        INVALID);
  }

  /** Returns the rules of a Rollout with which nothing is wrong, whatever is with the others. */
  public static List<NotificationRule> accepted(Object tree) {
    return ENTRIES.accepted(
        new SettingNode(PATH, tree, new ProblemCollector()), FIELDS, NotificationRuleReader::entry);
  }

  /** Reads the spec of a RolloutNotifier; problems name the object. */
  public static SettingsReading<NotifierDefinition> notifier(String name, Object spec) {
    return notifier(name, spec, "%s %s spec".formatted(NOTIFIER, name));
  }

  /**
   * Reads the spec of a RolloutNotifier.
   *
   * @param path where it stands, in messages
   */
  public static SettingsReading<NotifierDefinition> notifier(
      String name, Object spec, String path) {
    ProblemCollector collector = new ProblemCollector();
    SettingNode root = new SettingNode(path, spec, collector);
    if (root.notAnObject()) {
      root.refuse(INVALID, "not an object", "Write url or secretRef below it");
      return new SettingsReading<>(Optional.empty(), collector.problems(), List.of());
    }
    root.warnOfUnknownFields(NOTIFIER_FIELDS, SETTINGS);
    SettingNode selector = root.child("policySelector");
    selector.warnOfUnknownFields(LabelSelectorReader.FIELDS, SETTINGS);
    return SettingsReading.of(
        new NotifierDefinition(
            rule(root, NOTIFIER + "/" + name), LabelSelectorReader.read(selector)),
        collector,
        INVALID);
  }

  private static Optional<NotificationRule> entry(SettingNode node) {
    return Optional.of(rule(node, node.child("name").text().orElse("")));
  }

  private static NotificationRule rule(SettingNode node, String receiver) {
    SettingNode url = node.child("url");
    SettingNode secret = node.child("secretRef");
    SettingNode events = node.child("events");
    MessageFormat format = format(node.child("format"));
    if (format == MessageFormat.PAGER_DUTY && secret.absent()) {
      node.report(
          INVALID,
          "has no secretRef, and PagerDuty takes nothing without a key",
          "Name a Secret that has it as routingKey");
    } else if (url.absent() && secret.absent()) {
      node.report(
          INVALID,
          "has neither url nor secretRef",
          "Write the URL, or name a Secret that has it as url");
    }
    if (format == MessageFormat.PAGER_DUTY && events.absent()) {
      node.warn(
          "%s has no events, so that PagerDuty opens an incident also for %s. List in events what"
                  .formatted(node.path(), PagerAction.informative())
              + " somebody has to be called for, and what ends it.");
    }
    return new NotificationRule(
        receiver,
        url.absent() ? Optional.empty() : ADDRESSES.read(url, true),
        SECRETS.read(secret),
        kinds(events),
        format);
  }

  private static MessageFormat format(SettingNode node) {
    return node.absent()
        ? MessageFormat.CLOUD_EVENTS
        : node.text()
            .flatMap(MessageFormat::of)
            .or(
                () ->
                    node.refuse(
                        INVALID,
                        "which is no format",
                        "Use " + list(Arrays.stream(MessageFormat.values()))))
            .orElse(MessageFormat.CLOUD_EVENTS);
  }

  private static String list(Stream<MessageFormat> formats) {
    return String.join(", ", formats.map(MessageFormat::label).toList());
  }

  /** Returns them in the order of their declaration, whatever the order in which they are named. */
  private static List<NoticeKind> kinds(SettingNode node) {
    if (node.absent()) {
      return List.of(NoticeKind.values());
    }
    if (node.notAList()) {
      node.refuse(INVALID, "not a list", "List events such as [halted, succeeded]");
    } else if (node.items().findAny().isEmpty()) {
      node.report(INVALID, "names no event", "Name events, or remove it for all");
    }
    Set<NoticeKind> kinds = EnumSet.noneOf(NoticeKind.class);
    node.items().flatMap(item -> kind(item).stream()).forEach(kinds::add);
    return List.copyOf(kinds);
  }

  private static Optional<NoticeKind> kind(SettingNode item) {
    return item.text()
        .flatMap(NoticeKind::of)
        .or(() -> item.refuse(INVALID, "which is no event", "Use one of: " + nearest(item)));
  }

  private static String nearest(SettingNode item) {
    List<String> labels = Arrays.stream(NoticeKind.values()).map(NoticeKind::label).toList();
    return String.join(
        ", ",
        item.text()
            .filter(text -> text.length() <= LONGEST_EVENT)
            .map(text -> NameDistance.nearest(text, labels, 3))
            .orElse(labels));
  }
}
