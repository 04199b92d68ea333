package io.sluice.hub.notification;

import static java.util.Objects.requireNonNull;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubException;
import io.sluice.hub.http.AddressGuard;
import io.sluice.hub.http.AllowedAddresses;
import io.sluice.hub.http.HttpSecret;
import io.sluice.hub.http.HttpSecretReader;
import io.sluice.hub.http.HttpSender;
import io.sluice.hub.http.NoAnswerException;
import io.sluice.hub.http.WebhookSignature;
import io.sluice.notification.MessageFormat;
import io.sluice.notification.Notice;
import io.sluice.notification.NoticeFormatter;
import io.sluice.notification.NoticeMessage;
import io.sluice.notification.NoticeOrigin;
import io.sluice.notification.NotificationRule;
import io.sluice.text.PrintableText;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells one receiver of one thing, once (between-waves N2 and N3): any answer of 2xx counts as
 * told, and whatever else happens is a line that says why it was not.
 *
 * <p>Nothing of a Secret is in such a line, and of a URL that is from a Secret not even the host.
 */
public final class NoticeSender {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int MOST_TO_HOST = 2;
  private static final int LONGEST_REASON = 200;

  private final AddressGuard guard;
  private final HttpSecretReader secrets;
  private final Clock clock;
  private final Duration limit;
  private final HttpSender http = new HttpSender();
  private final HostTurns turns = new HostTurns(MOST_TO_HOST);

  /** The host that the URL in a Secret last had. */
  private final Map<String, String> hosts = new ConcurrentHashMap<>();

  /**
   * Connects it.
   *
   * @param hub whose Secrets it reads
   * @param allowed where it may send to
   */
  public static NoticeSender of(KubernetesClient hub, AllowedAddresses allowed, Clock clock) {
    return new NoticeSender(
        hub,
        new AddressGuard(
            allowed, URI.create(hub.getMasterUrl().toString()), InetAddress::getAllByName),
        LIMIT,
        clock);
  }

  NoticeSender(KubernetesClient hub, AddressGuard guard, Duration limit, Clock clock) {
    this.guard = requireNonNull(guard, "guard is null");
    this.secrets = new HttpSecretReader(new HubApi(HubClient.limited(hub, limit)));
    this.limit = requireNonNull(limit, "limit is null");
    this.clock = requireNonNull(clock, "clock is null");
  }

  /**
   * Tells it.
   *
   * @param rule of the receiver
   * @throws InterruptedException if this is to end; the receiver may have it
   */
  public NoticeResult send(Notice notice, NoticeOrigin origin, NotificationRule rule)
      throws InterruptedException {
    String known = origin.namespace() + "/" + rule.secret().orElse("");
    Optional<String> host =
        rule.url().map(HostTurns::host).or(() -> Optional.ofNullable(hosts.get(known)));
    if (host.filter(name -> !turns.free(name)).isPresent()) {
      return NoticeResult.BUSY;
    }
    NoticeReceiver receiver;
    try {
      receiver = receiver(origin.namespace(), rule);
    } catch (NoAnswerException | HubException e) {
      return failed(e.getMessage());
    }
    String name = HostTurns.host(receiver.url());
    if (receiver.secretUrl()) {
      hosts.put(known, name);
    }
    if (!turns.take(name)) {
      return NoticeResult.BUSY;
    }
    try {
      return send(notice, origin, rule, receiver);
    } catch (NoAnswerException e) {
      return failed(receiver.secretUrl() ? e.general() : e.getMessage());
    } finally {
      turns.giveBack(name);
    }
  }

  private NoticeReceiver receiver(String namespace, NotificationRule rule) {
    Optional<HttpSecret> secret = secrets.read(namespace, rule.secret());
    return rule.url()
        .map(url -> new NoticeReceiver(url, false, secret))
        .or(
            () ->
                secret
                    .flatMap(found -> found.text("url"))
                    .map(url -> new NoticeReceiver(url, true, secret)))
        .orElseThrow(
            () ->
                new NoAnswerException(
                    rule.secret()
                        .map(name -> "Secret %s/%s has no key url".formatted(namespace, name))
                        .orElse("it names neither a URL nor a Secret")));
  }

  private NoticeResult send(
      Notice notice, NoticeOrigin origin, NotificationRule rule, NoticeReceiver receiver)
      throws InterruptedException {
    URI url = guard.allowed(receiver.url());
    Optional<HttpSecret> secret = receiver.secret();
    NoticeMessage message = message(notice, origin, rule.format(), secret);
    HttpRequest.Builder request = HttpSender.post(url, message.type(), message.body());
    secret
        .flatMap(HttpSecret::key)
        .map(key -> WebhookSignature.of(message.body(), key, clock.instant()))
        .ifPresent(value -> request.header(WebhookSignature.HEADER, value));
    secret.flatMap(HttpSecret::header).ifPresent(value -> request.header("Authorization", value));
    int status = http.status(request.build(), secret.flatMap(HttpSecret::authority), limit);
    return status / 100 == 2 ? NoticeResult.TOLD : failed("HTTP " + status);
  }

  private static NoticeMessage message(
      Notice notice, NoticeOrigin origin, MessageFormat format, Optional<HttpSecret> secret) {
    try {
      return NoticeFormatter.format(
          notice, origin, format, secret.flatMap(found -> found.text("routingKey")));
    } catch (IllegalArgumentException e) {
      // The Secret lacks what the format needs: somebody may add it.
      throw new NoAnswerException(e.getMessage());
    }
  }

  /** A hub, or a server, may have written the text. */
  private static NoticeResult failed(String why) {
    return NoticeResult.failed(PrintableText.line(String.valueOf(why), LONGEST_REASON));
  }
}
