<?php
// A receiver of webhooks in PHP: php -S 127.0.0.1:8090 receiver.php
declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** Whether a webhook is signed by us and fresh. `$body`: the bytes as they came. */
function isOurs(string $body, string $secret): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !ctype_digit($timestamp)) {
        return false;
    }
    if (abs(time() - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    // There may be several, separated by spaces, while a secret is being replaced.
    $matches = array_map(
        fn (string $given): bool => hash_equals($expected, $given),
        explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? ''),
    );
    return in_array(true, $matches, true);
}

/** Opens `{"payload": "…"}` of a callback that has an encryption secret; false where it does not open. */
function decrypt(string $payload, string $secret): string|false
{
    $encrypted = base64_decode($payload, true);
    if ($encrypted === false || strlen($encrypted) < 28) {
        return false;
    }
    $key = substr(str_repeat($secret, 32), 0, 32);
    $nonce = substr($encrypted, 0, 12);
    $tag = substr($encrypted, -16);
    return openssl_decrypt(substr($encrypted, 12, -16), 'aes-256-gcm', $key, OPENSSL_RAW_DATA, $nonce, $tag);
}

/** Remembers an id; false where it was known. Yours is a table with a unique column. */
function isNew(string $id): bool
{
    $folder = getenv('WEBHOOK_SEEN') ?: sys_get_temp_dir() . '/webhooks-seen';
    is_dir($folder) || @mkdir($folder, 0700, true);
    // Fails where the file is there, even when two requests ask at once.
    return @fopen($folder . '/' . hash('sha256', $id), 'x') !== false;
}

/** Your work. Hand it to a queue where it takes long. */
function work(string $id, array $message): void
{
    file_put_contents('php://stdout', json_encode(['id' => $id, 'message' => $message]) . "\n");
}

$body = file_get_contents('php://input');
if (!isOurs($body, (string) getenv('WEBHOOK_SECRET'))) {
    http_response_code(401);
    return;
}
$message = json_decode($body, true);
$encryptionSecret = (string) getenv('WEBHOOK_ENCRYPTION_SECRET');
if ($encryptionSecret !== '') {
    $opened = is_string($message['payload'] ?? null) ? decrypt($message['payload'], $encryptionSecret) : false;
    $message = $opened === false ? null : json_decode($opened, true);
}
if (!is_array($message)) {
    http_response_code(400);
    return;
}
http_response_code(204);
// Sends the answer before the work is done, where PHP runs behind a web server.
if (function_exists('fastcgi_finish_request')) {
    fastcgi_finish_request();
}
$id = $_SERVER['HTTP_WEBHOOK_ID'];
if (isNew($id)) {
    work($id, $message);
}
