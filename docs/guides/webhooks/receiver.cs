// A receiver of webhooks in C# (.NET 8 or newer), without packages: the Program.cs of a console project
using System;
using System.Collections.Concurrent;
using System.IO;
using System.Linq;
using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Threading.Tasks;

static class Receiver
{
    const int ToleranceSeconds = 300;
    const int MostBytes = 1_000_000;

    static readonly string Secret = Environment.GetEnvironmentVariable("WEBHOOK_SECRET") ?? "";
    static readonly string EncryptionSecret = Environment.GetEnvironmentVariable("WEBHOOK_ENCRYPTION_SECRET") ?? "";

    // Keep these in your database, in a column that is unique: a restart must not forget them.
    static readonly ConcurrentDictionary<string, bool> Seen = new ConcurrentDictionary<string, bool>();

    // Whether a webhook is signed by us and fresh. body: the bytes as they came.
    static bool IsOurs(HttpListenerRequest request, byte[] body)
    {
        string id = request.Headers["webhook-id"] ?? "";
        string timestamp = request.Headers["webhook-timestamp"] ?? "";
        if (id == "" || !long.TryParse(timestamp, out long seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > ToleranceSeconds) return false;
        string base64 = Secret.StartsWith("whsec_") ? Secret.Substring("whsec_".Length) : Secret;
        byte[] signed = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        byte[] expected;
        using (var hmac = new HMACSHA256(Convert.FromBase64String(base64)))
            expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(signed)));
        // There may be several, separated by spaces, while a secret is being replaced.
        bool matches = false;
        foreach (string given in (request.Headers["webhook-signature"] ?? "").Split(' '))
            matches |= CryptographicOperations.FixedTimeEquals(Encoding.UTF8.GetBytes(given), expected);
        return matches;
    }

    // Opens {"payload": "…"} of a callback that has an encryption secret.
    static byte[] Decrypt(string payload)
    {
        byte[] encryptedBytes = Convert.FromBase64String(payload);
        byte[] secret = Encoding.UTF8.GetBytes(EncryptionSecret);
        byte[] key = Enumerable.Range(0, 32).Select(i => secret[i % secret.Length]).ToArray();
        byte[] nonce = encryptedBytes.Take(12).ToArray();
        byte[] tag = encryptedBytes.Skip(encryptedBytes.Length - 16).ToArray();
        byte[] ciphertext = encryptedBytes.Skip(12).Take(encryptedBytes.Length - 28).ToArray();
        byte[] opened = new byte[ciphertext.Length];
        using (var aes = new AesGcm(key, 16)) aes.Decrypt(nonce, ciphertext, tag, opened);
        return opened;
    }

    static JsonElement Read(byte[] body)
    {
        JsonElement message = JsonDocument.Parse(body).RootElement;
        if (EncryptionSecret == "") return message;
        return JsonDocument.Parse(Decrypt(message.GetProperty("payload").GetString() ?? "")).RootElement;
    }

    // Your work: it runs after the answer, so it may take its time.
    static void Work(string id, JsonElement message)
    {
        Console.WriteLine("{\"id\":" + JsonSerializer.Serialize(id) + ",\"message\":" + message.GetRawText() + "}");
    }

    static int Receive(HttpListenerRequest request, out Action work)
    {
        work = () => { };
        if (request.ContentLength64 > MostBytes) return 413;
        var buffer = new MemoryStream();
        request.InputStream.CopyTo(buffer);
        byte[] body = buffer.ToArray();
        if (!IsOurs(request, body)) return 401;
        JsonElement message;
        try
        {
            message = Read(body);
        }
        catch (Exception)
        {
            return 400;
        }
        string id = request.Headers["webhook-id"] ?? "";
        if (Seen.TryAdd(id, true)) work = () => Work(id, message);
        return 204;
    }

    static void Main()
    {
        string port = Environment.GetEnvironmentVariable("PORT") ?? "8090";
        Console.OutputEncoding = new UTF8Encoding(false);
        var listener = new HttpListener();
        listener.Prefixes.Add("http://127.0.0.1:" + port + "/");
        listener.Start();
        Console.Error.WriteLine("listening on " + port);
        while (true)
        {
            HttpListenerContext context = listener.GetContext();
            Task.Run(() =>
            {
                context.Response.StatusCode = Receive(context.Request, out Action work);
                context.Response.Close();
                work();
            });
        }
    }
}
