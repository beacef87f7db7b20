// A receiver of webhooks in Go, without dependencies: go run receiver.go
package main

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	tolerance = 300 * time.Second
	mostBytes = 1_000_000
)

var (
	secret           = os.Getenv("WEBHOOK_SECRET")
	encryptionSecret = os.Getenv("WEBHOOK_ENCRYPTION_SECRET")
	// Keep these in your database, in a column that is unique: a restart must not forget them.
	seen sync.Map
)

// isOurs tells whether a webhook is signed by us and fresh. body: the bytes as they came.
func isOurs(header http.Header, body []byte) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return false
	}
	if age := time.Since(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	matches := false
	// There may be several, separated by spaces, while a secret is being replaced.
	for _, given := range strings.Fields(header.Get("webhook-signature")) {
		matches = hmac.Equal([]byte(given), expected) || matches
	}
	return matches
}

// decrypt opens {"payload": "…"} of a callback that has an encryption secret.
func decrypt(payload string) ([]byte, error) {
	encrypted, err := base64.StdEncoding.DecodeString(payload)
	if err != nil || len(encrypted) < 28 {
		return nil, errors.New("the body is not encrypted")
	}
	key := []byte(strings.Repeat(encryptionSecret, 32))[:32]
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	return gcm.Open(nil, encrypted[:12], encrypted[12:], nil)
}

func read(body []byte) (json.RawMessage, error) {
	if encryptionSecret != "" {
		var encrypted struct{ Payload string }
		if err := json.Unmarshal(body, &encrypted); err != nil {
			return nil, err
		}
		opened, err := decrypt(encrypted.Payload)
		if err != nil {
			return nil, err
		}
		body = opened
	}
	if !json.Valid(body) {
		return nil, errors.New("the body is not JSON")
	}
	return body, nil
}

// work is yours: it runs after the answer, so it may take its time.
func work(id string, message json.RawMessage) {
	line, _ := json.Marshal(map[string]any{"id": id, "message": message})
	fmt.Println(string(line))
}

func receive(response http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	if !isOurs(request.Header, body) {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	message, err := read(body)
	if err != nil {
		response.WriteHeader(http.StatusBadRequest)
		return
	}
	id := request.Header.Get("webhook-id")
	_, known := seen.LoadOrStore(id, true)
	response.WriteHeader(http.StatusNoContent)
	if !known {
		go work(id, message)
	}
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "8090"
	}
	http.HandleFunc("/", receive)
	log.Printf("listening on %s", port)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
